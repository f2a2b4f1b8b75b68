/** First names that are met less often in Colombia, of all regions and ages. No word of everyday Spanish and no town. */
export const RARE_FIRST_NAMES = `
abran absalon abundia abundio acacio achik adalberta adalgisa adalgiza adamaris adelaido adelfo adelia adelino adelmira ademir
adilia adina adonai adonay adonias adrian adriano afranio agatha agripina agripino agueda aideth aidu ainara aipira aixa akemi
alaide alain albano alberta albertino albina alcibiades alcidia aldemaro aldrin aleja alejandrina alejandrino alexandre alexi
alexia alfreda alfredina algemiro aliria alitza almira alomia alpidio alvarina alvina alvino alzira amadeo amadeus amalio
amarilis amarillis amaru amauri amaury ambrosia americus amilkar aminta aminto amiro anacarsis anadela anadelina ananias
anastacia anastacio anastasio anatolia anatolio anderley andersson andi andreas andreia andrus anel anelis aneth angeli
angelino angelis angelly angelmiro angely anggie anghi angi angy angye aniceta aniceto anisia anna annia annie anny anouwi
anselma anselmo antenor antolin antolina antonela antoniela antonieta antonina antonino anuar anyel anyeli anyelina anyelis
anyelo apolinaria apolonio aquileo aquilina aquilino aquimin arabella aracelis araminta arbeis arbey arcadia arcadio arcelia
arceliano arcelio arcenio archibaldo arcilia ardany arelis areliz arely argelino argelio argemira argenida argenio argenis
argilio argiro ariadne arialdo ariela arieth ariosto arisleida aristarco aristobulo aristoteles arleny arlet arlin arlinda
arline arlinton arlyn arlys armandina armelina armilda armin arnaldo arnobia arnobio arnold arnolda arnovio arnovis arquimedes
arquimides arsecio arselia artemia artemisa arwa aryeny asael ascencion ashley ashlie ashly ashlyn asnoraldo astolfo astrith
astry atahualpa atala atalia atanasia atanasio atilano atilio audelina audelino auden audon audrey augusta aureliana aurelina
aurentino auristela avelina avigail axel ayar ayda ayde aydee ayelen ayla ayleen aylen aylin aymara azael azalia azarias
bachue balbina balbino baldomera balduino balmiro baltasar baltasara bartola bartolo bartolomea basilia basilides basilisa
basilisio beatrice beatricia bedelina belarmina belarmino belfor belia belkis belky belkys bellalba bellanid bellina belmiro
belsa belsi belsy benancio benedicta benerada benerando benicia benilde beningno benjamina benny berenice berenise bereniz
bernabe bernabela bernarda bernardina bernardino bernice bersabe bersarion berthilda bertina betilda betina betsabe betsabeth
betsaida betsi beyanit beyba beymar biatriz bibiano bladimir bladimiro blasa blasina bonifacia borman borys braian brainer
brallan brandom brandonn bratt brayam brayhan brayner brayton breida brey breyner briana brianna bridgette brigett brigette
briggitte brigit brigitte britani britanny brithany britney britny brittanny briyid briyit brunilda bryam bryanna bryant
bunkuamaru bunkwaney caleb calep calimerio calista camilia camilina candelario canuta canuto carine caritina carlangas carle
carlina carlinchi carlino carlixta carmelia carmelina carmenelisa carmenia carmenrosa carmina carminia carola carolai carolain
carolaine carole caroline carolinne caroll carolyn cary casandra casiana casiano casilda casimira castora castula castulo
catis cayetana ceferina ceferino cefora celedonia celedonio celena celene celenia celerina celerino celiano celiar celimo
celin celinda celmiro celsa celso cely cenayda cenelia cenen cenobia cenobio cenon cerafin cervando cesarin chabela chabuca
chalo charlie charlin chencho chepa chirley chon chris christhian christiam christian christina christine christofer chucha
ciceron cilenia cilia cindi cinthia cintia ciriaca ciriaco cirila cirilo cirley citlaly clarena clareth clarisol clarissa
clarivel clauda claudi claudina claudino cleider cleiner cleiver clemencio clementino cleodomira cleofa cleofelina cleonice
cleotilda cleto clevis clinton clodomira cloris clovis colacho conrada conrado constantina constantino constanz consuela
copelia coraima coralia corinne cosmelina cotty crescencia crescencio cresencia cresencio crhistian crisanta criselda crispin
crispina crispiniano crispulo criss cristela cristelina cristiam cristino cristobalina cristopher cristy criz cruzana
cruzelina cynthia cyntia dafna daglis dago daila dailin dailyn daimer dainer daines daira dairis dairon dairys dalgis dalgy
dalila dalilo dalis daliz dallana dallanis dalma dalmiro daly dalys damacio damariz damarys damaso damiana damily damnis danay
danela danelis danelly danely danelys danery dania daniella danielle danilda danilsa danis danit danith danitsa danixa danni
danny dany danyela danyer danyi daren dargi dariana darianis dariany dariela darinel darinka daris darisnel darlene darleys
darlinton darlis darlyn darlyng darlys darnel darnelly darney darsy darwyn daryeli daryeny daryi darys dasly davian davidson
davinia dayani dayanis dayanne dayerlin dayhan dayhana dayiana dayler dayli daylin dayner dayra dayris dayro dayron dayse
daysury daysy dayver debbie debora deborah deborath deici deicy deidamia deidi deifan deifilia deily deilys deira deiwi delci
delcida delfa delfi delfida delfidia delfilia delfinia delis delkis delly delma delmar delmer delmira delmiro delsa delsy
delvis demetria demetrio demostenes dency denia denilson denisse deniz dennis dennys denzel deogracias derek derian derick
deris derling derlis desiderio desiree deusdedit deyan deyaniro deycy deyda deyder deyler deylin deyra deyro deyton diafanor
diafanora dianeris dianey diani dianis dianna dicson didimo didyer diegoandres dieguin dignaida dignora dignori dilana dilaney
dilber dilcia dilcy dilenia dilfredo dillan dilmer dilsa diluvina dimar dimaria dinael dinais dinary dinelly dinora dinorah
dioceli diocelina dioclesiano diofanol diofanor diofante diogracia diolinda diomar diomedis diomer diomira dionicia dionicio
dionis dionisia dionisio diony dioscorides dioscoro diosdada diosdado dioselin diosemel diosenel diositeo disnarda disnay
disneida disneyi dixie dixon diya doder dolcey dolfa dolis dollys domiciana dominick dominik domitilia domitilo donaciano
donaida donatila donelia donelly donis donny dorael doraida doralina doralisa doraly dorancy dorangela doribel dorieth dorila
dorilda dorina dorisney doristela dormelina dorotea doroteo dorothy dory doryan dosilda douglas doyler drigelio duberley
duberlis duberly duberti dubis dubrasca duglas duilio dulcelina dulcineo dulfary dulfay dulima dulmary dunawi dunia dunkan
duperly duqueiro durfay durlandy durlay durley duvalier duverney duviel duvier duvis dwiaringumu dyana dyanna dyllan dylon
earl ebaristo ebelia ebelin ebelio ebenezer eber eberardo eberlides eberney eblin ecehomo ecequiel ecilda eddie eddier eddison
edduar edecio edeimar edelia edelina edelio edelisa edelmar edelmiro edelsa edelsy edelvis edelweiss edenia edenis ederson
edeth edgarda edgardina edgarlo edicson edid edidson ediela edigson edilberta edilfonso ediliana edilio edilsa edilse edimer
edinael edisson edita editza ediver ediwin edixon edmunda edmundo ednna edson eduard eduarda eduardina eduarlin eduin edulfo
edumilde eduvigen eduviges eduvigis eduwin edwim edyth efigenio efraim efraina efrasia efrenia efrey egda egidia egla
eglantina eglee eglis egna egor eibar eiber eidan eileen eilen eiler eimar eimer eimmy einar eivar eiver elauterio elbano
elberth elbia elbira elcias elcida elcido elcira elean eleana eledis eleny eleocadio eleonor eleuteria elfa elfar elfi elfida
elfidia elga elgar eliab elianna eliath elibardo elibeth elicenia elicer elicerio elider elidio eliduvina eliecid eliel elieth
elifelet eligia elimelec elin elina eliodora eliodoro elioenai elisabet elisabeth elisaida elisandro elisea elisenda elisenia
elitania eliud elivia eliza elizandra elizandro elkana elkis elly elmer elmira elmo elodia elodio eloina eloino elpidia
elpidio elsi elsida elsie elson elsys elton eluid eluvia elva elvecio elvert elverth elviar elvin elvino elyn elys elza elzy
emalina emelda emelin emelina emely emerenciana emerio emeteria emeterio emigdia emigdio emil emilce emilcen emilda emili
emiliana emilson emilyn emira emirta emis emiterio emna eneas enedina eneida enelia enelida enemias enerieth eneris engelis
engels engelver enilce enilda enilsa enilse enio enis enit enna ennio ennis enoe enoelia enriqueta enry enso enzo epaminondas
eparquio ephraim epifania epigmenio epimenio epiria epitacio equimedes eraclio eraida erasmina erasmo ercilia erdulfo ereida
erenia eresmilda eric erich erickson ericson ericsson eridia eris erlandy erley erlides erlin erlinda erlinton erlis ermelina
ermelinda ermenegildo ermila ermilda ermilia ermilo ermilson ermin erminsul erna ernedis erneida ernelda ernelia ernesta erney
ernst eroina erotida ersilia ersy ervin erving erwin eryka esaul escilda esdras esilda eslendy esmelda esmelin esmeria esmid
esmir esnaider esneider esnel esney esneyda esneyder espiridion estanislada estefa estefana estefanie estefanni estefanny
esteisi esteisy estel estelia estelina estevan estevana esteven estherlina estherlucia estib estiben etelvino ethan etienne
etni eucardo eucarina euclida eudaldo eudalia eudes eudilia eudora eudosia eudoxia eudoxio eufemio eufracia eufracio eufrasia
eufrasio eulalio eulari euler eulicer eulises eulogia eumelia eumenia eunise eunomia eupidio eurelio eurice eurides euripides
eurisia eustacia eustacio eustasio eustolia eustoquio eustorgia eustorgio eutalia eutaquio eutimia eutimio eutiquia eutiquio
euwin evaclarisa evaldo evalina evanan evangelia evangelino evarista evelia eveliana evelina eveling evelis evenides everlides
everlin everlyn everney everson evert everto evidalia evila evilacio excehomo excelina exelino exequiel exneider eydi eyleen
eylen eymi eyner ezau ezequiela eziel fabi fabianny fabielo fabila fabrizio faby facunda faiber fainer faisal faisuli faisury
faiver falconeri fania fannys fany farconely faridis farley farly fathima fatina fatme faustina favian faviana faviany faviel
fayber fayner faysury fayzuly febe federman fedra fefa feiber feisal felicia feliciana felicinda felicisima felicitas felinda
felipa felizardo felo fenicia feny fercha fercho ferdinan ferdinando ferdys ferlay ferley ferlinda ferna fernel fernelis
fernelly fernely ferni fher fiama fiamma fidela fidelino fidias filadelfo filandro filemona filiberta filomeno filonila
fiorella flaminia flaminio flaviana flaviano flerida floiran florelba florelia florelva florenci florencina florencio florenia
floresmilda floresmiro floria floriana floricel floricelda florindo florisa florisel florisneida floyd franc francelina
franceliny francelly francely francened francenid francesca francesco franchesca francho franci francie francina francine
francinet franciney franciny francoise franki frankly franklyn franko franquelina franyer franz fredesminda fredesvinda fredi
fredman freider freiman freimar freyder freyman fridolino frine froilan froilana fulgencia fulton fulvia fulvio furatena
gabina gabriele gabrielina gabriella gabrielly gaitana galdino gamal gamaliel gavy gefry geidi geiler geimer geiny geisel
geison geisy gelber gelder gelen gelis gelvis geminiano gemma geneida genis genny genoveba genti geny george georgette georgi
georgina geovana geovani geovanna geovanni geovannis gera geral gerald geraldin geraldina geraldinne geraldyn geralt gerarda
gerardina gerby gerlin gerly germain germayn gerney geroncio gersain gersson gersy gertrudis gertrudiz gervacio gervasia
gervasio getulio gian giancarlo gianella gianfranco gianluca gianna gianni gicel gicell gilary gilberta gilda gildaly
gildardina gilder gilian gillermo gillian gilmar gilmer gilmo gilson ginary ginela ginet ginette ginna ginno gino gioanna
giocconda gioconda giovanno giovannyi giovannys giral girlean girlena girlesa girley gisel gisell giset giseth gissella
gisselle gisseth giuliana giulliana giuseppe givanni gizeth gladimir gladios gladyz glavis gleibis glendys glenia glenn glenny
gleny gliceria glicerio glody gloriaines gloriamilena gloribel gloriela glorieth glorilsa gloris gloriza gonza gonzala gracela
gracelda graciana graciano gracilia gradys greace grecy gregor greily greisi greissy greta gretel grethel gretty greys greysi
greyss griceldina grisel griselia griselidis griset griseth gualdina gualter gualteria guerly guiliana guillerma guillermino
guillian guiomar guiovanna guiovanni guiovanny guisela gumercinda gumercindo gumersindo gundisalvo gunney gusi guso gustavino
guty gyna gysel hadder hader hadis hadit haiber haide haidee haiden haily hailyn haiver halain hally hamer hamid hamir hannah
hanner hannia hanny hansel hansen hanssel harbey harby hardany hari haris harlan harlem harlin harlinton harlis harly harlyn
harney harol haroldo harvi harvy hary hasbley hassler haxel hayda hayde hayder haydy hayleen haylen hayler hayley hayver hazel
hebel hebelia hebert heberth hecson hectorina heibar heiber heibert heidis heiler heillyn heily heiman heimer heimy heine
heison heiver heladia heladio helbert helcias heldy heleana helen helene heleno helga heli heliana helida helidoro heliecer
heliodora heliofilo helka hellen helmes helmi helmuth helver helvert hemel hemer hemerson henderson hendrik hendrix hendry
henedina henio henri henrique henrry heracleo heracles heraclia heraclio heraida herber herbert hercilia heribert heriberta
herick herik herika heriselda herlan herley herlin herly hermaia hermann hermas hermelindo hermencia hermenegilda hermenegildo
hermila hermilda hermilia hermilo hermilsa hermilson hermin herminsol herminsul hermogena hernancho hernanda hernandina hernel
hernelda hernesto herney hernilda hernon herodes hersilio herson hersson herwin heudes heverth heyder heydi heydy heyler
heyman heymer heyner hiader hidalia hidelfonso higinia higinio hilaria hilarion hilary hilbert hildamaria hildebrando
hildefonso hildegarda hildelisa hildemar hilder hildo hilduara hillary hilma hilmer hilse hilvio himelda himer hipatia hiram
hirma hislen hobany hober hocner hoiber hoiner holbein holdan holger holguer hollman hollmann holmedo holmer honofre honorata
honorato honoria honorina horacia hortelio hortencio hovaldo hovany hubeimar hubel hubernel huberney hubert huberth hugolino
hugui hulda humbelino humberta humbertina hunaldo huriel huver iara iber ibet ibette ibonne icela idalba idali idalia idalid
idalides idalmis idaly idania idanis idelber idelfonso idelia idelina idelisa idelma idilia idinael idis idolina iduvina
ifigenia igna igor iker ilba ilbar ilbia ildara ildebrando ildegar ildigardo ileana ilenia iler iliam ilian ilianis ilka illan
illari ilma ilsa ilsy ilva ilvia imaru imelde imer imeria indalecia indalecio indra indry ineida inelda inelia ineris ingri
ingrit ingrith ingry inilse inka inocencio ioana iona iradia irais iralda irasema irelda irenarco ireneo irenia iriany iridia
irlany irleny irmina irna irnelda irvin irving irwin isabelina isabell isabelly isabelo isadora isael isai isaid isalia isamar
isbelda isbelia isela iselda iselena iseth ishol isidra islem islen islena isleny ismary ismelda ismelia ismer ismeria isnaldo
isnardo isneida isnelda isnelia isnery isolda isolino isora isrrael istmenia italivis itamar itzel ivancho ivania ivanoba
ivany iveht ivet ivette ivis ivonn ivonnet izan izaura jaber jabid jaccson jackeliny jackelyn jacob jacoba jacquelin
jacqueline jacquelyne jaddy jader jadis jadith jael jafet jafeth jaiber jaid jaidee jaidith jaidiz jaila jailer jailin jaimar
jaimy jainer jainober jainover jairsinho jairson jairton jaison jaisson jaisury jaiver jakelin jakeline jakelyn jaklin jamel
jamer jamerson james jamez jamid jamil jamile jamilton jamir jamith jammes janed janeida janeiro janelis janelly janesa janice
janina janio janis janna janner jannet jannette jannia janny jano jansel janson janssen jany janyer jaquelin jaqueline
jaquelinne jarby jared jaredo jarek jarinton jarlan jarlin jarly jarlyn jarold jarrison jarvi jarvin jasay jasmine jasmir
jasnery jason jasseth jaudy javi javid javiera jaxon jayder jaydi jaydy jayler jaynner jayr jayro jayson jazmir jazmith
jeancarlo jeancarlos jeanet jeanette jeanna jeannete jeannette jeannie jeanpaul jeanpiere jeany jefer jefersson jeferzon
jeffer jeffery jeffrey jeffry jefrey jefry jefte jehimy jehiner jehisson jehovany jeiber jeider jeidi jeiler jeimar jeimi
jeimmy jeiner jeinner jeinny jeiny jeinys jeiser jeisi jeisson jeisy jeiver jelen jelitza jelsin jelssin jemay jemima jenaro
jenci jency jeni jenifert jeniffer jenifher jenire jenis jenith jenner jennette jennie jenniffer jennis jennyfer jennys jenrry
jens jenson jensy jenyfer jerald jeraldin jeraldine jeremi jeremit jerley jerlin jerly jermain jerman jeronima jerry jersson
jersy jerzon jesabel jesenia jeshua jesid jesika jesith jesse jesselyn jessi jessika jessyca jesualdo jesusa jesusmaria jetro
jeudy jeyci jeymi jeymy jeyner jeyny jeyson jezabel jhoe jilber jill jilma jilmar jilmer jime jimi jimmer jimmi jimmis jinet
jinna jinner jinny jisela jisell jiseth jisette jissel joab joaco joanis joanny joany joba jobani jobany jober jocabed jocelin
joceline jocelyn jocelyne jodie jody joeli joelia jofran jofre jofrey johaira johaner johani johanis johann johanny johanys
johar joher johi johim johis johjan johnatan johnathan johnattan johneider johnier johnjairo johnn johnnie johnsson johny
joice joimar joiner jojana jojhan jolaine jolanda joliana jonael jonaiker jonathann jonattan jonh jonhatan jonhattan jonhy
joni jonier jonnatan jonnathan joran jorcelys jordana jordano jordie jordin jordis jorgelina jorgeluis jorginho jorlan jorley
jorlin jormaris jorsy josafat josceline joscelyn josef joselid joselina joseline joselinne joselino joselo joselu joseluis
joselyne joseph josephine joseth joshua joshuar joshue josiah josiane josias josie josimar josman josmer josnaider josney
josseline jossimar josthin jostyn josuar joswar jouktai jovan jovani jovanni jovanny jovelina jovina jovino joyce joyner
juancamilo juances juandiego juanesteban juanfe juanfelipe juanma juanmanuel juanpis juanse jubenal juceli jucelino jude judi
judis judit juditt judy judyth julcia julcy juli juliaesther juliam juliane julianna julie julied julier juliesa juliethe
juliett juliette julinda julinho juliocesar julisa juliseth julissa julith julitza juliza julvania julyana julyet junice
junier junis jurani jurany jurley jury justina justiniano justino juvencio juventina juventino juver juya juyakai kaira kairo
kaitlyn kaleb kaled kalel kalid kamal kamil kamila kamilla kamilo kandy kaneymaku kankuamo kaori karelia karelis karelys karem
karena karenina karenis karent karenth kari karianis karidad karim karime karimme karine karinne kariny karissa karla karlos
karmen karmina karolain karolaine karolay karolayn karold karole karoline karoll karolyn karoolina kary karyme karyn karyna
karys kasandra kashi kassandra katalina katelin katelyn katerinn katerinne kateryn kateryne katerynne kathe katherin
katherinne katheryn katheryne katherynne kathia kathiuska kathleen kathy kathya katiana katicsa katie katina katiusca katiusha
katlin katriana katrin katrina katriz katsumi kattya katy katya kayla kayle kaylee kayleen kayner kedin kemberly kener kenier
kenned kenner kennia kenny kennys keny kenya kerina kerlin kerlis kerly kerry kerstin keshia ketsy kettis ketty kettys kety
kevi kewin kheren kiabeth kiana kianna kiany kilian killa killian kimberley kimberlie kimberlyn kimy kinberly kirian kirley
kirsten kirsy kisy klara klaudia kleber kleiber kleiver klever koraima korina kris krishna krisly kristal kristel kristell
kristen kristhel kristhian kristian kristin kristina kristofer kristopher kristy krystal krystel kuntur kyara kyle kylian
kymberly lacides lacidez ladis ladislada ladislao laide laidis laimer lainer laines lainis laira lander landy lani lanny
larissa larry lars lasides lasly lastenio latifa laudelina laudelino laudice laudith laureana laurena laurenca laurencia
laurene laurentina laurentino laurine lauris laurisa laury lauryn laus lavinia layla layne layner laynis lean leana leandrina
leandris leaner leanis leany leber lebid lebis ledia ledis ledy ledys leelan leflis leibis leiby leilani leily leiman leimar
leimer leinad leini leinis leiny leinys leisi leisly leisson leisy leiver leivis leizer lelia lelio lelis lenin lenix lennin
lennis lennon lenny leny lenys leobardo leobigildo leocadia leocadio leonaldo leonard leonarda leoncia leoncio leonelda
leonelia leonella leoner leonice leonicia leonicio leonida leonides leonidez leonidia leonidio leonilo leonina leonora leonso
leonzo leopolda leopoldina leopoldo leris lerman lerny lesley leslly leslye lessly lester lesvi lesvia letis letizia letty
lety leudis leudys leufrido leuman levid levin levys lexi lexy leyanis leyla leyli leyner leyni leynis leynys leysdy leyson
lian liana lianis liany libaneo libaniel liberata liberato libis liboria liborio liced licelly licely licenia liceria licerio
licet lichi licho licimaco licinio licurgo lidi lidiana lidiane lidio lidis lidubina liduvina lidya lidys lien liezer liliam
lilian liliane lilibeth lilieth lilimar liliosa lilis lilli lillian lilly lilyam lilyana limbania limbanio limber linary
lindacaren lindaly lindelia linder lindolfo lindomar lindon lindsay lindsey lindy linet liney linis linley linnette linney
lionel lipe liria lirida liris lisama lisandra lisandry lisania lisardo lisbelia lisbet lisbey liset lisete lisett lisette
lisi lisimaco lismari lisney lisneyda lissa lissandra lisseth lissette lissy liszeth lithza litza litzy liva livardo
livingston livio livis liyibeth liyiret liyis liyiseth lizandra lizandro lizarda lizardo lizbet lizeht lizett lizette lizmary
lizzet lizzeth lizzie lizzy lloany lobsang loira lonardo longina longino lontina lorain loraina loraine lorayne lorcy lorelei
loreley lorelis lorely loren lorens lorensa lorent loreth loretta lorgia lori loriana lorieth lorinda loris lorna lorrain
lorraine lory loryi loudes louis louise loyce loyda lucano lucasian luceida lucelena lucelia lucelida lucelis luceliz lucenith
luceny luceris lucetty luci luciany lucidia lucidio luciela lucien lucina lucinia lucinio luciola lucrecio lucy luddys ludi
ludia ludibia ludis ludivia ludivina ludmila ludmilla ludwig ludwin ludwing ludys ludyz luenny lugdy luiggi luigi luisafer
luisaines luiscarlos luiseduardo luisel luisella luisfer luisfernando luisin luismer luismi luismiguel luli lulu lumar lurdes
luris lusbin lusby lusdary lusila lusmery lusmila lutero lutgarda luviela luvin luzadriana luzaida luzbeida luzbella luzby
luzda luzdey luzdivia luzelena luzelly luzeneida luzenid luzenith luzkarime luzmarly luzmary luzmelida luzmery luznelly luzney
luzstella lyana lydia lylia lyliam lyna lynda lyzeth mabelis mabis macaria macario machelo macloba maclovia maclovio macrina
madai maddox madelayne madelein madeleyne madelin madelis madelyn magalis magalys magdala magdalene magdali magdaly magdanis
magdiel maggi maggy magina magnus magola mahira mahomed maibeth maida maidee maidelin maidi maidolly maigualida maikel maikell
maikoll mailen mailer mailin mailor maily mailyn maimer mainer mainor maiquel maisa maisol maite maiten maiver malaquias
malcolm malcom malcon malfi malfy malka malkon mallely mallerlin mallory malory malvina manases mandy maneyi manfred manlio
manoli manuelina maquensi maraya marbel marbelis marbeliz marbelly marbely marbelys marbin marby marcano marcelia marceliana
marcelina marcelle marcellina marcelly marcellys marcely marchel marcia marciala marcialina marciano marcio marcoantonio
marcolina marcolino marcus marcy mardelis mardelly mardonio mardoqueo mardory mareiwa mareli marelin marelis marelly marely
mareny marfa marfel margalida margaret margareth margarette margarida margaritha margeli margelis margelys margena margery
margi margie margiela margiory margorie margory margy marhta mariaca mariaeugenia mariafe mariaines mariaisabel mariakat
mariale marialis marialuisa mariam marian mariandrea mariane marianella marianna marianne marianny marianyi mariasol
mariateresa mariaz mariazel maribell maribet maribeth maricarmen maricel maricelis maricella maricelly maricely maricha
marichu maricruz maricuya mariebeth marielis mariella marielly mariely marieta marieth marietta mariette marifer mariflor
marilda marilena marilene marilin marilis marilla marillac marilsa mariluna marilyns marilys marimar marinelda marinella
marinelsi mariney mariolga marioli mariona marioris mariory maripaz mariris marisel marisella mariselly mariseth marisleydis
marissa maristela maritrini mariu mariuska mariuxi marivel marivin mariza marizabel marizol marja marjolis marjori marjorie
marjoris marjory marladys marle marleide marleis marlem marlena marlene marlenes marlenys marlesby marlesvi marley marleydis
marleyi marli marlib marlies marlin marlis marlitt marliz marllory marlobe marlory marlovi marlyng marlys marlyz marnelly
marnerly marolys marquitos marsela marselo marsy martelly marthaines martilde martiliano martiniana martiniano martiza martu
marubia maruchenga marvey marvi marvin marvis mary maryam maryan maryann maryannis marybel maryeli maryelis maryely maryen
maryfer maryin maryis maryjulia marylin maryline maryluna marynela marynelly maryoly maryoris maryory marysabel marysol
maryulis maryuri maryury masiel matea matei matheo mathew mathews mathias mathius mati matilda matiuska matthew matthias matty
maudit maudith maureen maurem mauren mauri maurice mauriel maurilia maurilio maurin maurino maximiano maximilian maximina
maximino maxwell mayara mayarlin mayela mayeli mayelin mayelis mayelly mayely mayer mayerlin mayerline mayerling mayerlis
maygret mayira maykel mayker maykol maykoll maylen maylet maylin mayling mayoly mayoris mayorly mayory mayteth mayuri mayurley
mayury medarda medelia meibis meilin meily meilyn meira meiry meisy meiver melaneo melani melania melanio melannie melbi
melbis melchisedec melchora melecia melecio meleida melfi meli meliana melibea melicia melinda melisandra melissandra meliton
melitona meliza melki melkin melkis melkisedec mellany mellis mellisa melodi melqui melquiades melquicedec melva melvi melvin
melvis melvy melyssa menandro mencha mendelson menelao menelia menfis menfy meniado menina menis menuel meralda meraris
merceditas merci meredit meredith meriam meris merle merlene merlinda merlis merlyn merlys merquides merquis meryan meryem
meryl meryn merys mesalina metodio meyber meybis meyra micaelina michaela michaell michaelle michele michell michelly micher
mickael micky miguelangel miguelo mikael mikaela mikaella mikel miki milaine milandia milaydis milby milci milciadis mildre
mildret mildreth mildrey milene mileny milexa miley mileydi mileydy milfa milfred millerdy millerlady millerlandy millerley
milly milner milsa milser milson miltan miltoniano milvia milxon mily milyn mincha mincho mineira minelly minelva minerla
minta minyela mircea mireidis mireille mirelba mireli mirelis mirely mireyda miri miria miriamed miriana mirila mirka mirla
mirlena mirley mirleyda mirlida mirna miroslava mirsa mirtala mirtha mirtiliano miryan miryeris misaela misladis misty mitchel
mitchell mizael mochi mohamad mohamed mohamet moira molly monika monina monseratt monserrath montserrat morelba morelis
morelly morfalia murilo myladis myladys mylena myreya myriamed myrian myrta myrza nabia nabil nabonazar nacianceno nacira
nadhya nadi nadia nadiezda nadiezhda nadim nadina nadine nadir nadya nafer naftali nahara nahia nahiara nahilda nahir nahum
nahun naiara naibe naid naidis naidith naila nailea nailen nailet nailin nain naina nairi nairis nairo nairobis nairoby nairon
naisa naisir naisla naisy naiver najar najib nalda nalfy nallibe nalliby nallyve nancho nanci nancith nancys nanda nanly nany
narcilo narcizo narcy narda nardy nargis narlen narli narly narlys nasira nasly naslyn nasri nassar nastassja natacha natalina
natalio natalit natally natalya natanael natascha natasha natha nathali nathaly nathalya nathan nathanael nathaniel natilde
natis natty naty naudis naudith naun naury navid navil navis nayara nayda naydi naydu naydut nayeli nayelis nayelly nayibi
nayla naylea naylen naylin nayr nayra nayrobi nayron nayua nazarena nazaria nazir nazira nazli nazly neandro nebardo neber
nectaria nectario neddy neder nedis nedyth nefa nefer nefertiti neffer nefi nefry neftalina nehemias neiber neibis neiby neicy
neiffer neil neiladis neiler neilys neimar neimer neiner neinys neirida neiro neisy neiver neiza nelba nelci nelcis nelda
neldis neldo neldys nelfer nelfi neli nelia nelian nelinda nelio nelis nella nelli nellis nellyda nelmar nelsa nelsi nelsida
nelsido nelsino nelva nelvis nely nelys nemecio nemesia nemqueteba nenfer neno nerelis nereo nereyda nerio neris nerisnelda
nerlis nerly nersa nerys nestorina neuda neudis neus nevardo nevith neyi neyibe neyid neyireth neyl neyler neymer neyris neyro
neyver nezar nhora nhorma nhur niall niara nibia nicacio nicaela nicanor nicanora niceforo nichol nicholas nichole nicholl
nicholle nicky nicodemo nicodemus nicolai nicolasa nicolaza nicole nicolette nicoll nicomedes nicomedis nicxon nidelia nider
nideyi nidie nidis nidiyireth nikol nikolas nikole nikoll nila nilba nilbia nilce nilcer niler nilfa nilia niliam nilka
nillireth nilse nilsen nilsi nilvadis nilza nimia nimias nimrod ninette ninfer ninibeth ninoska nira nirelda nirian nirleis
nirma nirva nisida nisla nisme nissa nitza nivaldo nivis niyereth niyireth nizar noelba noelfi noeli noeliz noelly noelva
noemia noemis noemith noemy nohelly nohelva nohely nohema nohemie nohra nohris noiba noide noiler noimer noira noiver nolfa
nolfi nolvis noraba noraima noralba noraldo noralia noralina noraly nordelia noreida noreis norela norelba norelia norelis
norella norfa norfalia norfi norha norhelly nori norida norideth noriela norilsa norlin norlys norman normis norvely norvey
norvi norvis novis nubi nubiela nubilda nubis nulbia nulfa nulvia nunila nunilo nurby nurelba nuria nurian nurma nurys nuryz
nusta nuvis nybia nydia nydian nylsen nyria obdulian obeida obeimar oberlin obertina ociel octacilio octalivar octavia
octaviana octaviano odaliz odaly odalys odelia odeth odette odila odilma odilon odis oduber odulfo ofny oiden oiler olaf olban
olber olda olegaria olemaya oleyda olfa olfan olfary olimpa olimpio olindo olirio oliverto olivorio olmer olmes olver omara
omaris omayra omeida omel omer omero ommar onaida onassis onecimo oneli onelio onelis onelva onesimo oney oneyda oneyra onilda
ophelia orbilia orestes orfania orfary orfedi orfelia orfely orfenery orfeo orfery orfi orfidia orfilio orfni orfy oriel
orielso orieta oriett oris orisel orislandy orison orladis orladys orlanda orlandy orleida orleyda orlin orlis ornaldo ornella
orozimbo orsain orson ortencia osbaldo osbeida oscarin oscarina osias oslaida oslando osmaira osmairo osmany osmar osmeida
osmel osmer osmin osnaider osneider osneyder osualdo otilde otilio otoniela ottilia ottoniel ovadis ovaldo oved oveida ovelia
ovelio overney oveth ovid oviel ovier oweimar ozias pabla pablina pachi paciana pamfilo pancracio panfila pantaleona paolina
paolo parcival parmelia parmenia parmenides parmenio pascasia pascasio pascualina pastorio pastoriza patricio patrocinia
paubla paulette pauli pauline paulinho paulis paulsen pavel pavla pedra pedrina pedronel pegi pelagia pelagio perceides
percides percy pericles perly persides peter petronilo petronio phanor philip pier pierangeli pierina piero pierre plubio
plutarco poldo polidora polimnia pompilia pompilio ponciana ponciano porfiria potamia praxedes praxedis prescelia prisca
prisciliana prisciliano procopia procopio protasio prudenciana pubenza publia queila quela queli quelin quelly quelo quenia
querubina quetty quilian quimberly quinciano quincy quini quinidio quiquin quirina quirino quiteria quitin rachel radamel
radames raddy radis rafaelina rafaella rafo raimon raineiro rainer rainerio raisha raitza raiza ralf ralfi ralph ramces ramdul
ramira ramiron randall randi randol randolf randolph ranfis ranulfo raquelina rasid rayan raymon raymundo raynel rayza raziel
reatiga rebecca reimon reimundo reinalba reinalda reinaldina reinela reinelda reiner reineria reinerio reinis reisel relinda
remberta remigia renaldo renan renate renee renelda renier renzo reparata requel resfa resfi restituta reynalda reynel
reynelda reyner reyneria reynerio ricarda ricardina ricardino richar richardson richi rigaud rila rinaldi rinaldo riquelda
riquelme riquilda ristila ritha ritza robe robeira robeiro rober roberth robertha robertina robertino robertulio robeth robiro
roby robyn rocael rocci rocco rochi rodi rodin rodolfina rodri rodriga roduin rogelia rogelina rogeria rogerio roiber roiman
roimar roimer roinell roiner rolan rolddan rolfe rolfi rollan romaldo romario romelio romer romilda romilio romina romira
romualda romualdo romy ronaldinho ronaldis ronni ronny ronys rosalbina rosalda rosali rosalie rosalino rosaliz rosalva rosalyn
rosamaria rosamira rosandra rosanna rosanny rosaudy rosauro rosaury rosbel rosbelia rosberis rosby roseli roselin roselina
roselis rosella rosellin rosely roseman rosemberg rosemeri rosemery rosenber rosenda rosenny roseny rosibeth rosidalia rosiel
rosilda rosilia rosilma rosimar rosimary rosio rosiris rosiver rosmar rosmelia rosmer rosmeri rosmin rosmini rosminia rosmiro
rosnery rosny rosse rossela rossemary rossina rossio rossy rosvelt rosy rosybel roxanna roxi royber royer royman royner royser
rozana rubelia rubelina rubelio rubelly rubencho rubenia ruber rubert rubet rubidia rubina rubinelly rubis rubisela rubit
ruddy rudecinda rudecindo rudesinda rudesindo rudi rudolf rudolfo rudy rufa rufi rugero ruggero rumalda rumaldo ruperta rusber
rusby ruslan rusmira russel rutbel ruthbelia ruthmary ruthy rutila rutilia rutilio rutilo ryan sabaraim sabri sabulon saddam
saddan sadid sadith sady sagipa sahid sahily saide saidi saili sailin sailith saily saith salatiel salim salomea salustiana
salustiano salustio salvatore samahara samai samantta samaris samary samay samela samia samid samin samis sammy samu samuela
sander sandivel sandor sandri sandrix sandro sandy santia santiaga sarah sarahi sarai saraid saraih sarela sarelis sarelly
saren sarida sariela sarina saris sarith sarvelio satoria saturia saturio saturnina saudith saula saulina saulo saury savannah
savier savina sayde saydi saynet sayra sayuri scarlet scarlett sebastiana sebastiano sebedeo sebitas secundino segismundo
segundina segundino sehir selenia seleny seleste selim selmira selmo selvia senelia senobia senon senovia septimio serafino
serenella sergey sergi sergia serguei serlio serly servelion servulo sesilia seth severiana severina severino seydi seykun
seykwanamu seynekun shaday shadya shaia shaiel shaila shaily shaina shair shairy shalom shanaia shandy shanel shanelle shania
shannon shantal shantall shaquira sharay sharic sharick sharik sharit sharith sharlot sharlotte sharlyn sharol sharoll sharom
sharoon shary sharyck shayna shayra sheccid sheilla sheily shelly shenay sherley sherlin sherly sherlyn shery sheryl sheyla
shiara shila shina shirlei shirlene shirli shirlis shirly shirlys shyrley sidalia sidenia sidia sidney sidonia sigfredo
sigifreda sigilfredo sigrid sigris sila silas silda silena silene silenia sileny silfa silfida silfredo silfrido silvano
silveria silverson silvestra silvi silviano silvina simar simara simeon simeona simey simoneta simonna simplicio sinay
sinclair sindey sindi sindri sindy sinforiano sinforina sinforosa sinforoso siomara siris sirleni sirlenia sirley sirly
siverio sixtina slava slayne slendy smerling smirna snaider sneider sneyder sobeida sobeyda sofanor sofanora soffia sofie
sofonias sofy solany solanye solaris soleny soley solfanor solfany solfiria solmaira solmar solmara solmary solmayra solveida
solvey sonis sonnia sonya sophia sophie sophy soraida sorany soranyi soraya sorayda sorelia soreliz sorelly sorely sorida
soris sorlandy sorlenny sorley sorlinda sosimo sostenes sotera soterio sotero soveida soyla stacey stacy stael stalin staling
stanley steban stefa stefan stefani stefanie stefanny stefano stefanya steffany steffy stefhania stefhany stefi steicy steicys
steiner steisy stela stephan stephania stephanny stephen stevan stevens stevin sthefania sthefanie sthefanny sthefany stheven
stiv stive stivel stiver styveen styven suanny suany sucy sudys sugey suhail suhaila sujei sujey sulaima sulbey suleika
suleimy sulema suleny suley suleyma sulia sulianis sulimar sulin sully sulman sulmi sulmira suly sulyn sunilda sunta suramis
surelly surey surisadai surley susano susely suseth sussan susset sussy suyen suyin suzana suzanne suzy swany sweetlana sydney
sylena sylvana sylvia syndi syrley tabata tabatha tabitha tachi taciana tadeo tahiz tailor taissa taliamar taliana talina
tamari tami tamia tammy tancredo tanis tanit tanya tarcicio tarcila tarciso tarsila tatchi tatianna tatyana tayler taylin
tayra tayron tayrona teban teddy tedy tefi teila telesfora telma telmina telmira temilda temilson temis tencha tendai teobalda
teodicelda teodisela teodolfo teodomira teodomiro teodosia teodosio teodula teodulo teofanes teofilde teolinda teonila
teopista teotista teotiste terencia terencio teresiano teresina tereza terry terzo tetis texia thais thalia thaliana thalya
thamara thania thanya thayra thelma theo theodora theylor thierry thomasa tiago tiany tiberia tibisay tiburcia tiburcio
ticiano tiffani tiffany tilcia tilda tilia tilio tilson timotea timoteo timoty tisquesusa tivisay tiziano tolomeo tomasina
tommy tomy tonny torcuato tovias tranquilina tranquilino trifina trifon trifonia trigidia tristan tulian tuliano tyler tyna
tyron tyrone tyson ubalda ubaldino ubeida ubeimar ubeimer ubency ubenis uberlina uberlinda uberney uberto ubiel ubier ubilerma
udelia udiel udis uiler ulber ulda uldari ulfrido ulia ulianov uliser ulma ulpiana ulpiano ulvio umar umbelina unilda uramis
urbaldo urbelina uribel uriela urpiano ursino ursulo usiel uslar uvaldo uvenal uver uverney uverto uzias uziel valdemar
valdina valdir valdo valenthina valentine valento valeri valeriana valeriano valerie valerin valerina valery valeryn valesca
valesia valeska valleiry valois valu valvanera vane vanelly vanely vanesca vania vanina vannessa varinia vashti vaslav velcy
velia velkis velky velmar velmira velsy venacia venancia veneranda venerando venicia venicio venturino venustiano veralba
veralucia verania verena verenice vergelina vergelis veridiana verly vernardo vernel veronic veronique verushka veruska
veruzka veselina vianca vianed vianeris vianet vianeys vianis viany viba vibiana vicelia vicelina vicen vicentina vicho vicki
vickyana victa victalia victalina victelia victorhugo victoriana victorina victorio victormanuel vidala vidalia vidalina
videlma vidulfo viery vigny vikki vilbar vilda vilder vilela vilfer vilfredo vilialdo vilian viliana vilmar vilmary vilmer
vilmo vilson vinelly viniana vinicio vinicius violena violet violetta virgelino virgelma virgenia virgenis virgi virgie
virgilia virgilina virgina virginio viridiana virley virna viryi vismar vitalia vitaliano vitalina vitelba vitelio vitelma
vitelmina vitelvina viterba vitervo vitor vitoria vitoriano vivaldo vivianne vivien vivieth vladimiro volmar volney volter
wadith walber walbert waldo waldy waleska walfran walid walis wallace walmer walner walquiria walt wander wanderley wandi
wandy waner wanerge wanner warner warren wasington wayner wayra welber welfar welfin welington welinton wellington welmer
welser werner werney wesley weslly wesly wesner weyler weymar weymer weyner wiber wiccy widad wideman wider wido wili wilo
wiman winder winer winibeth winifred winni winnie winnifer winny winson wladislao wolfan wolfang wolfgang wolfram wualter
wuendy wuiliam wuilian wuillian wuilmer wuilson wuin wylmar xander xandra xavier xaviera xenaida xenia xilena xilenia xime
xiomar xiomari xiomy xochitl xuxa yabeth yacira yaciris yackeline yackson yadi yady yael yaferson yair yakelin yakeline yakson
yaku yalil yalila yalile yalily yalis yalisa yalitza yami yana yani yany yari yasbleydi yasira yaslin yasmid yasmil yasmine
yasmir yasmith yasnery yasser yatzil yaxira yaxmin yayis yazmil yazmina yazmine yazmir ybeth yccela yecy yedy yeli yely yeni
yens yeri yesy yeyi yeyo yhoan yhojan yhon yhonatan yhony yhuliana yicel yicela yicell yicenia yicet yidis yidy yigal yihan
yilber yilbert yilda yilena yileny yilian yiliana yilibeth yilma yilmar yilmer yilson yimara yimer yimi yimis yimmi yimmy yimy
yino yioni yiovana yiovany yiuliana yiyo yizeth yoan yoana yoandy yoani yoanis yoanna yoaris yobana yobani yobanny yober
yocasta yocelin yocelyn yodis yoel yoela yofran yoha yohn yoiber yoicy yoider yoifer yoiler yoimar yoimer yoiner yoinner yoira
yoiver yojan yojanna yojhana yoli yoly yoma yomaira yomar yomara yomaris yomayra yomer yomira yony yori yousef youssef yovan
yovana yovani yovanis yovanna yovanni yovannis yover yubelly yubely yubirley yubisa yubitza yucely yuda yudy yugeidi yuilder
yuiza yumar yumara yumari yumey yumilena yumina yumira yuneidis yuneisy yuneri yunier yunior yunis yupanqui yusef yusein
yusely yuseth yustin yvan yvette yvon yvonne yvonny yzabel zabdiel zabrina zacarias zadit zahara zahir zahira zaid zaide
zaidee zaidith zailet zain zaine zamara zamir zamira zandra zania zarai zaray zarela zarella zareth zareymaku zarith zarwawiko
zayda zayde zaydee zayn zayra zayury zebedeo zeferino zeider zelma zelmira zenayda zeneida zenelia zenen zeni zeniet zenith
zenobio zenona zeny zeyla zhair zhaira zhara zharay zharic zharick zharik zharit zharith zharol zilia zilma zilya zinai zindy
zinnia ziomara zoar zobeida zobeyda zoel zoelia zohar zohe zoilo zolanda zolangi zolangie zolanyi zonnia zoraide zoraima
zorany zoranyi zoratama zorayda zorelly zory zosima zosimo zotero zoveida zuani zuanny zuany zugey zuhey zulaima zulay zule
zuleika zuleiny zulema zuleni zuleny zuley zuleyka zuleyma zuliany zulibeth zulieth zulimar zulina zullay zulle zulli zullyn
zullys zulmar zulmary zulmeira zulmery zulmira zumaira zunilde zunny zurany zurisadai zurisaday zurith zurley zury zusana
zuyin
`;
