/** Surnames that are met less often in Colombia, of all regions. No word of everyday Spanish and no town. */
export const RARE_SURNAMES = `
abadi abaunza abdala abdalah abondano abrahan abreo abreu abuabara abuchaibe abugattas aburto acconcia acebal acebedo acelas
acendra acened acevedos achagua achicanoy achicue achinte achipiz achuri achury acuaron adames adams adarraga adechine adrada
agualongo aguasaco aguaslimpias aguia aguinaga aguinda aguino aguirres ahues ahumedo aignerren alaix alandete alandette
albadan albaran albear alcantara alcarcel alcazares alcendra alcocer aldarete aldaz alderete alemany algarin alguero alian
aliendre alies aljure almarales almeciga almenares almentero almonacid almonte alpala alquichire altafulla altahona
altamiranda alturo alucema alvaran alvarin alvernia alviar alvira amariles amarin amashta amastha ambuila amelines amell
amezaga amorocho anacona ancines ancizar andion andrades anganoy angee angucho anteliz antia antolines antolinez anturi apraez
aquite arambula aramendez aramendiz aranaz arandia aranguren aranzalez araos araoz arboli arbouin arcia arciniega arciniegas
aregoces areiza arellano areniz argaez argota argoti argoty argumedo argumero aricapa aricape arismendy aristi aristizabal
ariztizabal armenteros armesto arnedo aroca arocha arrazola arrechea arregoces arrieche arroyabe arrubla arsuaga arteta artuz
aruachan arzayus arzuaga arzuza ascanio ascuntar ashook aspiazu assaf assia assis atampiz atara atencia atencio atheortua atoy
atuesta auli ausecha autilio avalo avalos aveldano avellas avello avilez ayazo ayerbe ayerbes ayub ayubb ayus azcarate aznar
azuaje azula azurduy azza babativa bacares bacca bacci badel badran baene baez bahamon bahamonde bahoque bajaire balcarcel
balcazar balcero baldion baldovino baldrich balmaceda balseiro balvin banegas banol banoy banquez baptiste barberi
barcasnegras barcenas barcenilla bardi bareno barguil barinas barliza barney barraez barragan barralaga barrantes barriosnuevo
barrozo barrueto bartel bartelo barvo basabe basanta basante bascon basque bassil bastida basurto batancur bateca bateman
bayer bayter bayuelo baza bazan bazani bazante bazzani becaria bechara becoche bedon beitar bejar belandia belduma belduque
bellon benachi benalcazar benavidez benedetti benites berastegui berbesi bercelis berdejo berdella berenguer bergano bergara
berger berges berna bernier berrocal berruecos berrueta berrugate berthel bertolotto betanco betancor betancourth betancurt
betts beuf beuth bicenty bichir bickenbach biester bisbal bisbicus bitar bitonas blanquicet blanquiceth blel bocanument
bocanumenth bodnar bohada bohigas bojorge bolaina boldrini bolio bombiela bonells bonet boneu bonfante bonivento bonnet
boorquez borbon bordamalo bordeth borelly borge borges borraez borrel borrell boscan bossa botache botto boude bozon
bracamonte braham brahim bravin brekelen breton brevis brinez brinon briones britto brochet brugman brugues brum brunal
bucheli buchely budez buelga buelva buenano buendias buitron bullones bulloso burckhardt burgoa burguet burigana burrai busche
bushaina buss buvoli caamano cabanillas cabanzo cabarca cabiedes cabral cabrejo cabuyales cachay cachaya cachope cadrasco
cadrazco cadriazo caguasango caguazango cahuana cainaba caipa cajiao cajibioy calad calapsu calderin calpa calpas caltenco
calume calvano calvera camacol camano camayo camayos camben campino campis camposano canabal canamejoy canate canaval canazes
canchala canchano canchelo candamil candanoza candia canedo canencio caneva canizalez canizares canola canticus cantoni
cantuca caparroso cappelletti caputo caraballi carabuena caranton carbajal carballo carbo carbonel carbonell cardeno cardonas
cardosi cardoso cardoza careno carlier carlosama carmenate carnevali carrasquel carrazco carreazo carredano carriazo carrion
carrizosa cartaya carvajales carvajalino casadiego casadiegos casaliglia casalinas casalins casares casarez casasfranco
casilimas casquete cassab cassiani castan casteblanco castelar castello castibianco castille castrellon castrillo castrosin
castroverde casullo catamuscay catimay catimbay catuche caucali caucil caupaz cauzado cavadia cavanzo cavanzon cavelier
cavides cavieles cayapu cayon cayuela ceballo cebay celeron celon celorio cendales cerchar cerchiaro cermeno cerna cerpa
cerrato cestagalli cetares cevallos chaabra chabur chachinoy chacin chaguala chaguendo chagueza chagui chahin chala chalacan
chalapud chalarca chalare challapa chalparizan chamapura chamapuro chamat chambo chamie chams chamucero chanaga chapal
chapeton chapid chapuel chapuesgal charari charfuelan charris charrupi chasoy chavarria chavarriaga chavarry chazatar checa
chegwin chehebar chejne chemas cheme cheves chicacausa chicaeme chicaisa chicaiza chicue chicunque chigama chiguasuque chilama
chilamac chilanguad chilatra childuaza chimbaco chimonja chimunja chinchajoa chinchay chinchia chindicue chindoy chinome chio
chipiaje chirino chirinos chirivi chisaba chiscuet chitan chitiva chogo chois choperena chucue chuquen chuquin churi churio
churta cipagauta cirgentaro cleves cliriu clopatofsky clopatosky cobaleda cobos cocoma coha cohen colimba collante collantes
colobon colpas combariza combatt conda constain contecha coqueco coquies corbacho cordovez corena coreno coronell corporan
correales cortecero cortissoz cotacio cotazo cotes cotrina cotrino cotua crissien cristancho cuabu cuaical cuaran cuasapud
cuaspa cuastumal cuatin cuatindioy cuchala cuchimba cudris cuene cuenut cuesvas cueto cuetochambo cuetocue cugnasco cuicas
culchac culman cumaco cumbalaza cunha cupacan cupitra cusba cusguen cusi cusis cuspoca cuyares daccach dacosta dager dagil
dague daguer daguis dajer dalmau dangon dangond daniels danies darnell dasilva dautt davalos davies davison deantonio dearco
dearmas debia decastro dechner dederle deek degiovanni deik delacruz delaossa delarosa delatorre delaura delavega delcastillo
delgadillo delgans delhierro delrio deluque deluquez delvalle delvasto demoya denarvaez deossa depablos desantis detruil
deulofeutt devis deyongh diaznegro diaztagle dickson dieb diettes dindicue ditterich divantoque divasto dizeo dojirama donneys
dorantes dorronsoro doval dovale dovales drews dube ducon ducuara dume duncan dunoyer duquino durana durand duranza dusan duva
duymovich echandia echavarro echavez echeverris eckardt egea egel eguia eguis eguizabal elguedo eliche elizalde eljach eljadue
eljaiek eljure emiliani empuerado encizo enriques ensuncho epalza epiayuu epieyuu epinayu epinayuu erazos ercuy eregua ereu
escaf escallon escamilla escorce escosia escovar escruceria escue esguerra eslait espeleta espindola espitaleta esplugas
espriella esquea esquiaqui esquivia estor etayo etcheverry evilla fabra faccini fadul fajury fallaci falon falquez fals
faneyte faraco farak faralo farelo farieta farin farinango faura fayad felfle felizzola ferez ferrans ferraz ferrero ferrerosa
ferrigno ferrin ferrucho fiallo fiayo fieri figuera figueredo fiholl finol fiquitiva flautero foliaco follaco fonegra fonnegra
fontalvo fontecha fori fortich forty fory foschini fraija francois fravega freja freyle friede friedmann frieri fritz fuelagan
fuentesfria fulleda fundora funeme funez funieles furnieles furnielles gabalan gabalo gacharna gafaro gaibao gaibor gaines
gajardo galarcio galarraga galez galezzo galiano galleano galue galvan galve gambindo gamero gamez gandara gandini gandur
ganem ganen gantiva garavina garaviz garbiras garceran garcerant gardeazabal gareca garibello garizabal garizabalo garizao
garnier garreta garrid garriga garvin gastelbondo gavalo gavidia gayon gazabon gechem geles geliz gelves gelvez gembuel
genecco geney genoi geovo gerardino gerdts gerena gerlein geronimo gers gerz gessen ghisays giha gilchrist gilibert giovanetti
giovannetti girondo givens gnecco godoy goenaga goethe gollo gomescaceres goncalves gonfrier gonima gonzalias gorron gossain
gotta gouriyu gouveia goyeneche goyes gragales grajeda grandett graterol gravier grice grijalba grimaldos grisalez grondona
groot gruber grueso guacales guacan guachavez guaicha guainas guaiquirima guaji gualaco gualguan gualpaz guamanga guamba
guanare guanay guancha guaneme guangas guapacha guapucal guapuriche guaraca guaran guarapetuqui guardela guardiola guarguati
guasamalli guascas guasiruma guasmayan guasorna guatame guataquira guatibonza guatusmal guauque guauta guayambuco guayan
guayas guayasan guayazan guayuriyu gubinelly gudino guecha guegia guependo guerenejo guerron guesaquillo guesgue guetio
guetoto guette guevarez guevarra guifo guilarte guillen guillin guillot guilombo guinand guiot guiral guiza gulfo gulloso
guntin gunturiz gurisatti gurrute gussoni gutt guyumus guzguen habib hadad haick halaby hamon hanssen harb harker harris
hasbun hassellmann hastamorir hawkins haydar hazbun hazime hegel helo henriques henriquez heras hermoza hernandes herreno
herrerano herzberg heyer hibla hidrobo higgins higuitas hinestrosa hinojoza hipia hisnas hitta hizquierdo hodge hodwalker
holmann homez hooker hudgson huepa huergo huetio huluaga humanez humphries huquendo hurtatis hussein husseini iader ibaguen
ibarbo ibarbuen ibata iceda idobro idrobo igirio iglezias igua ijaji ilario ilarion illidge imbacuan imbago imbajoa imbett
imbus inampues inbachi incapie ingilan inguilan insandara inseca insignares insuasti ipia ipuz irragorri irua isaacs isacs
isajar iscala ising itas itavy itaz iturbe iturralde ituyan izajar izasa jabba jaik jaimez jajuay jalube jamanoy jamauca
jamoco jamondino jaramago jaramilla jarariyu jarava jariyu jassir jauregui jayariyu jayk jelkh jessurum jhonson jinayu jiraldo
jiron joaqui jojoya joly jotty joubert jovel juagibioy juajibioy juanias jubiz jule julicue junieles juradovich juspian
justacaro juyo juzayu kafury kaiser karagan karduss kassar kattah kattan kelsey khoury klahr kling klinger knudson kohn kopp
koppel korgi korn krause kuan kuhn kure kuri kury labarces labastidas lacerna lacharme lacouture ladeus ladeuth lafaurie
lafont lagarcha lagarejo laiseca laitano laiton lajud lalemand lalinde lamadrid lambert lambertino lambis lambrano lamilla
lamprea lanao landa landaburo landaeta landazabal landazury landi landines landires lantigua lanziano lapeira lapena
larrahondo larranaga larrarte larrazabal larrea larreategui larrota larrotta lasaballet lasaballett lasalvia lascano lascarro
laserna lassaballeth latiff latriglia laudich laurada laurens laurent laurido laurin lavacude lavalle lavao layos layton
lazala lazza leano leaver lebolo ledesma ledezma legarda legro leguia leib leitor lemaitre lemo lemoine lemuz lenguerke leonis
lerech lesmus leudo levy lewis leyba leynes lezama lezcano lezmes liceras licero lilloy linan linas lindao lindarte lisarazo
lisbon lisca liscano lisojo litman lizalda lizalde lizarraga lizarralde lizca llach llache llain llamosa llerena llorach
llorena llorente llovet lobaton lobelo loboguerrero locarno logreira lombano lombo lomelin lomonaco longas lopera lopesierra
lopezsierra lordui lorduy lorente lorza lubo lucuara ludena luengas luengo lujano luquetta luquez lusardo luzardo luzuriaga
lynch lynton macanaz macay maceas macuace macualo macuase macuna macuxi madariaga madiedo mafla maflas magallanes magana
magdaniel magri mahate mahmud maiguel mainguez majin majjul majon majul malaber maldona maldonados malkum malkun malua
maluenda maluendas mamani mamian manbuscay mancera manchabajoy manchola mancilla mancini maneiros manotas manquillo manrrique
mansera mansur manueles manyoma manzaneda manzi mapallo mapayo mapura maquilon maraver marceles marcelin marchan marchesini
marcucci mardini mareno marentes margfoy marinez mariota maritinez marmolejos maroso marota marquinez marrero marrocos marrugo
martel martelo marti martini marun marzola masabuel masmela massa massey massi matabajoy matabanchoy matacea matajira matapi
mateos matoma matta matus maussa mavesoy mavisoy mayac mayag mayolo mayusa mazabel mazenett mazzilli mccormick mclean mebarak
mechan mecias medelin medicis medinas meertens mejias melano melenge melgarejo melguizo meluk menacho mendigana mendinueta
mendiola mendivielso mendivil mendoca mendosa mene menoza menses merchancano merheg merizalde merlano merlos mesia mesino
messino mestra mestres mesu metaute meusburgger mezu micanquer michaels michelena miele miguez mijares milian minda mindiola
minorta minota minotta minyo miquelarena mireles mirquez misat misath misnaza misse mitrotti mizger mocondino mogotocoro
mogrovejo moldon moledo moleres moncaleano mondaca mondol mondul mongue monroe monsegny montaguth montanez monterroza montufar
morad moraga morante moratto moreira morelli moreu morimitsu morinelly morrison motoa moulthon movilla moyano moyaya
muchachasoy muchavisoy mucua muegues muleth mulett mulfor mulford munar munive munozcano murcillo murillas murrugarra
mutumbajoy muya muyuy muza muzuzu naar nacavera naffah nagles naizaque naizir namias nampud namundia napuri narvaes narvay
nasif nasner nastacuas nastar nates natib navarreto naveros navisoy navoyan nazar nazarit nazate negreiros negrette neisa
nemoga neuto neva nicholls nieva nievas niscue nispe nisperuza nocove nocua noguerales nomelin nomesque norato notaran novmark
novsak nudelman numpaque nunes nupan nusbaum obonaga obredor ocacion ocampos ocasal ocoro ocue ogaza oime olaciregui olaechea
olascoaga olascuaga olivero olivieri omana omez ondo onoro ontibon oramas orbegozo orbes orcasitas ordones orduna oreano
orellana orellano oreste orlandelli orlas orobajo orostegui orostigui orrantia orsini ortegate ortigosa ortiza ortuz oruela
orueta osejo osnas ospino ospitia osses ossorio osten otaiza otanez otavo otaya oviedos oxamendi oyaga oyarzabal oyarzun
oyuelas ozuna pabuena paccini pachajoa pacheca pachon pacichana pacue padierna paduani paerez paerr paguatian paguay paiba
palacin palacino paladines palau palis pallares palmett palmezano palmieri palta palya palza pambabay pambuena panana pancua
panqueva pantevez pantevis papamija paquel parales pardey parodi parody parrales parsons pasachoa pascagaza pascuales pascuaza
pasichana pasinga pasquel pastran pastrano pastuzano pasuy pataquiva patermina paucar pautt pavajeau payanene payares pazmino
pazos pazuy pechucue pedraos pedrosa pejendino pelaes penafiel penaherrera penalver penata penate pencua pencue penuelas
peralejo pereanez perenguez perenia perinan perneth peron perozo perry persand perugache pesellin peteche petecua petevi
pezzotti pianda pianeta piarpuzan picalua pichicanoy piconso picue pidiache pidiachi piechacon pieschacon pimentel pinacue
pinango pineiro pinillas pinillo pinol pinula piocuda pira pirabaguen piraban piracoca piracun piragauta piranga pirateque
piratova pirazan pirez pitalua pizano pizo pizon plested pobea poblete pocaterra pomares pomeo ponguta porragas porrello
porres portaccio portala portnoy portocarrero poscue pozada pradilla prasca preciga prent presiga prias priolo puccini
puchaina puchana puchigay puenayan puerchambud pugliese puin pulecio pulistar pulzara pumalpa pumarejo punanzo pupiale puraqui
purchiaroni puschaina puscus pusey puyana puyo queguan quelal quemba quenan quenoran queragama quesedo quesep quessep quetama
quete quetia quiasua quibano quicazan quidiaga quigua quigual quiguanas quiguantar quiguapumbo quilaguy quilcue quilismal
quimbay quimbiulco quinchanegua quinchara quinchoa quinchua quindoy quingua quintanas quintian quintul quirife quirogas quiros
quisaboni quisiboni quisoboni quisquinay quistanchala quistial quitian quitiaquez quitumbo quizabony quizana rabelo racedo
raga ragonessi ragua raigoza raish rambal rambao ramirezgomez rangon rankin rapalino raquejo rativa ravagli raveles ravelo
reay rebeiz recalde recaman recuero redin redona regifo reguillo relano remy rena renderos rengel resgino reslen restrepos
retamozo retat retavisca retavizca retiz revollo reyez rheims riapira ribeiro riberos ricardi richards rickel ricon rigueros
rinaldy ripoll riquet riquett riquetts riscanevo rish rivadeneira rivadeneyra riveira riveiro rizcala rizzo roblero rocca
rodallega rodero rodgers rodulfo roenes rogeles rogelis rohenes rojano rolon romanol romay rombos roncallo rond rondero rone
ropain roqueme roquemes rosania rosello roseros rosillo rosselli rossiter rotavista rothman rothstein roux rovayo royero royo
rubiales rubianes rubido rugeles rugeliz ruiseco rumie rumique ruperez russo saab saad saade sabagh saballet sabalza sabarain
sabat sabata sabayet sabbag sacanamboy sadovnik saer saez safar sagasti sagbini sagre saiz sajaud salah salaim saldano salebe
saleh saleme salom saluja salvat sambrano sampayo sandon sangronis sanjuanelo santacoloma santanilla santaya santiesteban
santisteban santiz santofimio santrich saportas sapuy sarabino saravia sardoth sarduy sarmientos sarquis sarrazola sarrias
sartorio sasoque sastoque satizabal saurith sauza savogal sayago sayas sayes scarpati scarpetta schlegel schmidt schmitz
schneider schonewolff schroeder schuster sciarrotta sefair segnini seligmann selis sequea sequeda serge serje sernas serney
serpas serralde serrante seruche settembrini sguerra sheik siabato siabatto siado siagama siapira siatova sibaja sibo sicacha
sicha sichaca sicua siefken sienes sifontes sigindioy sigua siguencia sijindioy silgado simanca simancas simarra simbana
simbaqueba simones sinaniz sinning siosi sipaque siquihuia siritama siso sisquiarco sivigama sligmann soac soares socadagui
solaez solaque solda solipa solorzano soloza sorza sorzano sosapanta soscue sossa soteldo sotomonte sotto sourdis souza
spataro spir steele steer stefanell stevenson stummo suancha suarezcano suarique suaterna succar suches sulez sulvara susatama
sutachan sutaneme sutherland sutta tabarez tabera tabima tabimba tacan tacue tafache tafurth taguado taicus taimal taimbud
tajan tallaferro tamaris tamarit tamis tanaka tandioy tanguila tapi tapie tapiero tapiquiza tapuyo taquez taquinas tarache
taramo taramuel tarapues tarquino tarre tarriba tarrio tarud tatamues tautiva tavera taveras teheran tejeiro telles telo
telpiz teneche tengana tenganan tenllado tepud tequi tequia theran thome thorne tibabisco tibambre tibaque tibaquicha
tibaquira tibata tibavija tibavizco tibocha tiboche tibocho timaran timote tintinago tisnes tisoy titimbo titistar tivaquira
toala tobaria tobio tobo tocagon tocarruncho tocaruncho tocora tocua todaro togora tombe toncel tonuzco tordecilla torija
torne torralvo torregroza torrenegra torrens torresano torrez torricos tosne tosse totaitive totena towers traslavina trejo
trespalacio trevino trias tribino trivinos trout trullo truque truyol tuay tuberquia tubino tucker tufik tufino tulande
tulante tulena tumal tunarosa tunjacipa tupaz turnbull turriago tusarma tustan tutalcha tutistar ubarne ubarnes ubillus
uchamocha ucros ucue ulabares ulabarry ulejelo uliana ulloque ullune umbacia umbarila umbasia umbreit umenza ungar unigarro
unriza uparela upegui urariyu urbaez urbay urbinas urbinez urcue urdinola ureche urgiles uribes uricoechea urieles urieta
urina uriza urquina urquiza urresta urrestarazu urresty urriaga urriago uruburu uscategui usechi usnas ussa ustate usuriaga
uyaban uyasaba uzcategui uzeta uzgame uzuriaga valdelamar valderrey valderruten valdespino valega valestt valetta valladales
vallecillo vallejos vallestero valmana valoyes vanoy vanstrahlen vanviling varcarcel varga vargasvila vasallo vaszquez vazquez
velaides velaidez velaizan velano vellaizan vellojin vendries verdecia verdeza verdooren verdu verdun vergano verhelst verjan
verjel vernaza veroy vescance vetancourt vetin viada viancha viasus vidales viecco vieda viedma vieira vielma vigna vigoya
vilardi vilardy vilaro vilches villaamil villabon villabona villacis villacorte villacres villacrez villafrade villafuerte
villagran villaizan villalaz villaluna villalva villamarin villamayor villan villaneda villani villaquira villaraga villareno
villarin villarraga villasmil villate villaveces villavona villera villero villoria villorina vinchira viniegra vinueza
virgues virguez virviezcas visbal viscaya viteri vitery vitonas vitonco vitovis viuche vivanco vivic voelkl waltero walteros
walters warnes watson weber weir wiesner wilchez williams wolff wouriyu yacub yacue yacuechime yacuma yagama yagari yaguapaz
yaima yalanda yamuesca yamuez yance yancen yances yandar yandi yandun yandy yanez yangana yanguas yanguatin yanguma yanquen
yanten yaqueno yarce yarpas yarpaz yaruro yasno yaspuezan yatacue yavari yaver yazno yazo yemail yenque yepiz yidios yoino
yomayusa yonda yopasa yoque yosando yoscua yotagri younes yovera yubran yucuma yudex yugueros yunes yunez yurgaky yustes yusty
yusunguaira yuzti zableh zabogal zaccaro zacipa zagarra zaher zakzuk zalabata zalamea zaldua zamarano zamboni zambrana zampayo
zapardiel zapatta zapuyes zarabanda zarante zaraza zarur zayas zeballos zenteno zequeda zerpa zerrate zetuain zipamocha
amu archbold barraza bent bowie britton chantre chiran cuaspud cundumi duffis erazo francis guambianguy howard inchima jansasoy
mitchell myles nandar newball pilcue pomare possu taylor tulcan whitaker
zornosa zotelo zuarez zubiria zuccardi zuin zulbaran zuloaga zureck zurek zuta
`;
