import { plainText } from "../../core/plain-text.ts";
import { RARE_FIRST_NAMES } from "./rare-first-names.ts";

/** First names that are common in Colombia, to tell a name from other words and from a surname. */
const NAMES = `
abdon abel abelardo abigail abraham ada adalberto adan adela adelaida adelina adelmo adolfo adriana africa agustin agustina aida
aide aidee ailin aitana alan alba albeiro albeny albertina alberto alcides alcira aldair aldemar aldo aleida alejandra
alejandria alejandro alejo alessandro alex alexa alexander alexandra alexis aleyda alfonsina alfonso alfredo alicia alina alirio
alison alix allison almudena alonso alonzo altagracia alvaro alveiro amalfi amalia amanda amelba amelia america amilcar amir
amira amparo ana anabel anacecilia anacleto anamaria anamilena anastasia anderson andre andrea andreina andres andrey angel
angela angelica angie anguie anibal antonella antonio anyela anyi apolinar araceli aracelly aracely arcesio argemiro ariadna
ariana ariel aristides arlenis arlex arley armando armida arnoldo arnulfo arsenio artemio arturo asdrubal astrid asuncion
augusto aura aurelia aureliano aurelino aurelio aurora azucena baldomero baltazar barbara bartolome basilio baudilio bayron
beatris beatriz belen belinda belisario bellanira benedicto benicio benigno benilda benito benjamin bernardo berta bertha
bertilda bertulfo beto betsy betty betulia beyanira bibiana blanca blas bonifacio boris brandon braulio brayan breiner brenda
brian briggit brigida brigith britany brittany briyith bryan byron calixto cami camila camilla camilo candelaria candida carina
carla carlo carlos carlota carmelo carmen carmenza carolay carolina casimiro catalina cecilia celeste celia celina celmira
cenaida cesar chepe chucho cielo cindy cipriano ciro clara claribel clarisa claudia claudio clemencia clemente clementina cleofe
cleotilde clodomiro clotilde concepcion constanza consuelito consuelo cornelio crisanto cristal cristhian cristian cristina
cristobal cristofer custodio dafne dagoberto dairo daisy dalia damaris damian dani daniel daniela danilo danitza danna dannys
darcy dario darlin darly darwin dary david dayan dayana dayanna daysi deiby deimer deisy deivi deivid deivis delcy delfin
delfina delia denis denise denys derly desideria deyanira diana didier diego dilan dilia dilma dilson dimas dina diogenes
diomedes dioselina disney dolly dolores dominga domitila donaldo dora doralba doralice doralis dorelly dorian doriela doris
dorys duban duberney dubian duvan dylan ebert eberto eddy edelmira edelmis eder edgar edgardo edier edilberto edilia edilma
edilson edinson edison edith edna eduar eduardo eduvina edwar edward edwin efigenia efrain efren egidio eider eidy eimy eladio
elber elcy elda eleazar elena eleonora eleuterio eli eliana elias elida elidia eliecer eliezer eligio elio elis elisa eliseo
elizabet elizabeth elkin eloisa eloy elsa elsy elver elvia elvio elvira elvis emanuel emerita emerson emilia emiliano emilio
emilse emily emiro emma emmanuel encarnacion enith enoc enrique enrrique epifanio erica erick ericka erik erika ermes erminda
erminia ernestina ernestino ernesto esmeralda esneda esperanza esteban estefani estefania estefany estela estella ester esther
estiven etelvina eucario eucaris euclides eudoro eufemia eugenia eugenio eulalia eulices eulogio eunice eusebio eustaquio eva
evangelina evangelista evaristo evelin evelio evelyn ever everardo everth ezequiel faber fabian fabiana fabio fabiola fabricio
fadith fanny fanor farid faride fatima faustino fausto faviola federica federico feliciano felicidad felicita felipe felisa
felix fermin fernan fernanda fernando ferney fidel fidelia fidelina filemon filomena flavia flavio flor floralba florencia
florentina florentino floriberto florinda francisca francisco francy franklin freddy fredis fredy fulgencio gabi gabino gabriel
gabriela gaby gael gaspar geiner genaro genesis genova genoveva geovanny geovany geraldine gerardo german gerson gicela gilberto
gildardo gilma gimena gina giovana giovanna giovanni giovany gisela giselle gissel gissela gladis gladiz gladys glenda glenis
gloria gonzalo grace graciela graciliano gregorio greicy greis greisy gricelda griselda guadalupe guido guillermina guillermo
gustava gustavo haider hailer hamilton hanna harley harold harrison harvey haydee heber hector heidi heidy heiner helber helda
helena heliodoro helmer helmut henry heriberto herlinda hermelinda hermes herminda herminia herminio hermogenes hernan hernando
hersilia hever hilario hilda hipolito holman honorio horacio hortencia hortensia huber hugo humbelina humberto ian ibeth ignacia
ignacio ilda ildefonso iliana ilse imelda indira ines ingrid ingris inirida iraida irene irina iris irma isa isaac isabel
isabela isabella isabelle isaias isaura isauro isidora isidoro isidro isis ismael ismenia isolina israel itala italo ivan ivanna
iveth ivon ivone ivonne izabel jacinto jackelin jackeline jaider jaidy jaime jair jairo jaminton janer janet janeth jarol
jasbleidy jasmin javier jazmin jean jeanpierre jeferson jefferson jehison jeidy jeimy jeison jenifer jenni jennifer jenny jeny
jeremias jeremy jeronimo jerson jesica jessenia jessica jessy jesus jhan jhoan jhoana jhoanna jhoiner jhojan jhon jhonatan
jhonier jhonny jhony jimena jimmy jimy joan joana joanna joaquin joaquina joel johan johana johanna john johnny jolman jonas
jonathan jonny jordi jorge jorman jose josefa josefina joselin joselito joselyn josemaria jostin josue jovanna jovita juan juana
juanca juancarlos juandavid juanita juanito juanjose juanpa juanpablo judith julia julian juliana juliano juliet julieta julieth
julio justin juvenal kalet kaleth karely karen karin karina karol karolina katerin katerine katherine katia katiuska kattia
katty keila keiner keity keli kelly kely kendry keren kevin kevyn kiara kike kimberlin kimberly klaus lady ladys laidy laila
lastenia laura laureano lauren laurencio lauriano lautaro lazaro leandra leandro leidi leidy leila leiner leison leonardo leonel
leonela leonidas leonila leonilde leonor leonte leovigildo lesbia leslie lesly leticia levis leydi liam libardo libia licinia
lida lidia ligia lilia liliana lily lina linda lisandro lisbeth liseth lisset lizbeth lizet lizeth loida lolita lore lorena
lorenza lorenzo lourdes lubin lucas luceli lucelly lucely lucero lucho lucia luciana luciano lucila lucinda lucindo lucio
lucrecia luddy ludy luis luisa luisafernanda luisana luisito luz luzdary luzmarina luzmila lyda mabel macarena madeleine
madeline mafe magali magaly magda magdalena magnolia maicol maikol maira majo malena mallerly manuel manuela manuelita marcel
marcela marceliano marcelino marcelo marciana marco marcos marelvis margarita margot margoth maria mariacamila mariaelena
mariajose mariana marianela mariangel mariano mariantonia mariapaula maribel maricela mariela marielena marilu marily marilyn
marina marinela marino mario marion marisela marisol maritsa maritza marlen marleny marlon marly marlyn marquesa marta martha
martin martina maruja maryi maryluz maryori mateo matias matilde maura mauricio mauro maximiliano maximo maye mayerli mayerly
mayra mayte medardo meiby melanie melany melba melida melina melisa melissa melquisedec memo menegildo merary mercedes mercy
merlin merly mery meryluz mia micaela michael michel michelle migdalia miguel miguelina mijail mila milady milagro milagros milay
milciades mildred mile milena milton minerva miranda mirella mireya miriam mirian mirta miryam misael moises mona monica
monserrat moraima myriam myrna nabor nacho nadin nahomi naidu nallely nancy nando napoleon narcisa narciso nata natali natalia
nataly
nathalia nathalie nati nayely nayib nayibe neftali neida neila nel nelcida nelcy nelfy nelida nelly nellys nelson nelsy nemesio
nereida nery nestor neyla nicasio nicol nicolas nicolle nidia nidya nieves nilda nilsa nilson nini nixon noah noel noelia noemi
nohelia nohemi nohemy nohora nora norberto norbey norelly noris norma nubia nubiola nuris nury nuvia obdulia obdulio oberto
octavio odair odalis odilia odilio ofelia ofir olegario olga olimpo olinda oliva oliver oliverio olivia olmedo omaira omar
oneida onofre orfa orfelina orfilia oriana orlando orley orlinda oscar osiel osiris osvaldo oswaldo otilia otoniel otto ovidia
ovidio owen pablo pacho paco paloma pamela paola pascual pascuala pastora patricia patrick patrocinio pau paula paulina paulino
paulo pedro pepe petrona petronila piedad pilar pio pipe placido plinio policarpo porfirio primitivo priscila prudencio quena
quintiliano quique quiterio rafael rafaela raimunda raimundo raisa ramiro ramon ramona ramses randy raquel raul rebeca rebeka
regina regulo reinaldo reinel reinero remberto remigio renata renato rene reynaldo ricardo rigo rigoberto rita robert roberta
roberto robin robinson robison rocio rodolfa rodolfo rodrigo rogelio roger rogers rolando roman romel romelia romulo ronal
ronald ronaldo roque rosa rosaelena rosalba rosalia rosalina rosalinda rosana rosangela rosaria rosario rosaura roselia rosemary
rosember rosendo rosibel rosina rosita rosmary rosmery rosmira rosney rossana roxana rubby ruben rubi rubiela rubielo ruby
rufina rufino ruperto rusbel ruth sabina sabrina saida saira salma salome salomon salvador salvadora samanta samantha samir
samira samuel samy sandra santiago santos sara saray sarita sary saturnino saul sebas sebastian segundo selena selene senaida
senen serafin serafina sergio servando severiano severo shaira sharon sheila shirley sigifredo silvana silverio silvestre silvia
silvino silvio simon sixta sixto sofi sofia solange solangie solanyi soledad sonia stefania stefany stella stephanie stephany
steven stiven stivens sulay suleima sulma susan susana susy tania tarcisio tarsicio tati tatiana telesforo telmo teobaldo
teodolinda teodora teodoro teofila teofilo teresa thiago tiberio tirso tito tobias tomas tomasa tonia tono toribio trinidad
tulia tulio ubaldina ubaldo uldarico ulises urbano uriel ursula ursulina valentin valentina valeria valerio vanesa vanessa
venancio veronica veronika viancy vianney vicenta vicente victor victoria victoriano victorino vidal vilma violeta virgelina
virgilio virginia vivi viviana vladimir waldina walter walther wanda wbaldo wbeimar wendy wilber wilberto wilford wilfran
wilfredo wilfrido wilinton william willian willington wilmar wilmer wilson wilton winston wladimir ximena xiomara yadira yahaira
yaira yajaira yalena yamid yamila yamile yamileth yanet yaneth yanira yaqueline yarledy yarlenis yasmin yasmina yazmin yefer
yeferson yeicy yeiko yeiler yeimi yeimy yeiner yeison yenifer yenni yennifer yenny yeny yeritza yerly yerson yesenia yesi yesica
yesid yessenia yessica yina yineth yira yisel yobany yohan yohana yohanna yojana yolanda yolima yolman yonatan yonny yordan
yordy yorlady yorleny yorman yostin yovanny yovany yuleima yuli yuliana yulieth yulissa yulitza yuly yurani yuranny yurany yuri
anatolio arbey arvey belarmina braian carlina dayron delroy emperatriz esneider gineth jainer jarinson jarrison jineth maricel nasly neider
robeiro sneider sneyder yefferson yirley yirleza zenon
yurledis yurleidis yurley yury zaida zaira zenaida zenobia zoe zoila zonia zoraida zoraya zuleima zully zulma zuly zunilda
`;

const COMMON: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));
const RARE: ReadonlySet<string> = new Set(RARE_FIRST_NAMES.trim().split(/\s+/));

export function isFirstName(word: string): boolean {
  const plain = plainText(word);
  return COMMON.has(plain) || RARE.has(plain);
}

/** Without the rare ones, of which some are surnames as well. */
export function isCommonFirstName(word: string): boolean {
  return COMMON.has(plainText(word));
}

/** Invented names that no list has: Yurleidis, Jhosman, Wilinton, Leidyan. */
const SOUND =
  /^(?:jh[a-z]{3,}|y(?:e[a-z]|u[lrdv]|a[hmnridq]|i[snr]|o[hlnrs]|ei)[a-z]{2,}|w(?:i[lrs]|e[in]|ai|al[dt]|b)[a-z]{2,}|le[iy]d[a-z]*|ke[iyvl][a-z]{2,}|de[iy][mvbns][a-z]+|ma[iy]c[a-z]+|ma[iy]r[a-z]+|ne[iy]d[a-z]+|e[iy]d[ey][a-z]*|[a-z]{2,}(?:inson|enson|leth|yeth|neth|ceth|[ei]dys?|lenis|denis|rleny|ritza|licza|smary|luz|leidis|ledis|berto|wilson))$/;

export function soundsLikeFirstName(word: string): boolean {
  const plain = plainText(word);
  return SOUND.test(plain) && !NO_NAME.has(plain);
}

/** Everyday Spanish words that sound like them. */
const NO_NAME: ReadonlySet<string> = new Set(
  "yema yendo yeso yerba yerno vaya maira mayor luz vencidys rigidy".split(" "),
);
