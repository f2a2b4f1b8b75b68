import { plainText } from "../plain-text.ts";

/** First names that are common in Colombia, to tell a name from other words and from a surname. */
const NAMES = `
abel abelardo abigail abraham ada adalberto adan adela adelaida adelina adolfo adriana agustin agustina aida aide aidee ailin
aitana alan alba albeiro albertina alberto aldemar aldo aleida alejandra alejandro alejo alessandro alex alexa alexander
alexandra alexis aleyda alfonsina alfonso alfredo alicia alina alirio alison allison almudena alonso alonzo altagracia alvaro
amalfi amalia amanda amelia america amilcar amir amparo ana anabel anacecilia anamaria anamilena anastasia anderson andre andrea
andreina andres andrey angel angela angelica angie anibal antonella antonio anyela anyi apolinar araceli aracely argemiro
ariadna ariana ariel aristides arlenis arlex arley armando armida arnoldo arnulfo arsenio artemio arturo asdrubal astrid
asuncion augusto aura aurelia aureliano aurelio aurora azucena baltazar barbara bartolome basilio baudilio bayron beatris
beatriz belen belinda belisario benedicto benicio benigno benilda benito benjamin bernardo berta bertha bertilda beto betsy
betty beyanira bibiana blanca blas bonifacio boris brandon braulio brayan breiner brenda brian brigida brigith britany brittany
briyith bryan byron calixto cami camila camilla camilo candelaria candida carina carla carlo carlos carlota carmelo carmen
carmenza carolay carolina casimiro catalina cecilia celia cesar chucho cielo cindy cipriano ciro clara claribel clarisa
claudia claudio clemencia clemente clementina cleotilde clodomiro concepcion constanza consuelito consuelo cornelio cristal
cristhian cristian cristina cristofer custodio dafne dagoberto daisy dalia damaris damian dani daniel daniela danilo danitza
danna dannys darcy dario darlin darly darwin dary david dayan dayana dayanna daysi deiby deimer deisy deivi deivid deivis delcy
delfin delfina delia denis denise denys derly desideria diana didier diego dilan dilia dilma dilson dimas dina diogenes
dioselina dolly dolores domitila donaldo dora doralba doralis dorelly dorian doriela doris dorys duban duberney dubian
duvan dylan ebert eberto eddy edelmira edelmis eder edgar edgardo edier edilberto edilia edilma edilson edinson edison edith
edna eduar eduardo eduvina edwar edward edwin efigenia efrain efren egidio eider eidy eimy elber elda eleazar elena eleonora
eleuterio eliana elias elida elidia eliecer eliezer eligio elio elisa eliseo elizabet elizabeth elkin eloisa eloy elsa elver
elvia elvio elvira elvis emanuel emerita emerson emilia emiliano emilio emily emiro emma emmanuel encarnacion enith enoc enrique
enrrique epifanio erica erick ericka erik erika ermes erminia ernestina ernestino ernesto esmeralda esperanza esteban estefani
estefania estefany estela estella ester estiven etelvina eucario eucaris euclides eudoro eufemia eugenia eugenio eulalia eulices
eulogio eunice eusebio eustaquio eva evangelina evangelista evaristo evelin evelio evelyn everardo everth ezequiel faber fabian
fabiana fabio fabiola fabricio fanny fanor farid faride faustino fausto faviola federica federico feliciano felicidad felicita
felipe felisa felix fermin fernan fernanda fernando ferney fidel fidelia fidelina filomena flavia flavio flor floralba
florentina florentino floriberto florinda francisca francisco franklin freddy fredis fredy fulgencio gabi gabino gabriel
gabriela gaby gael gaspar geiner genaro genesis genoveva geovanny geovany geraldine gerardo german gerson gicela gilberto
gildardo gilma gimena gina giovana giovanna giovanni giovany gisela giselle gissel gissela gladis gladiz gladys glenda glenis
gloria gonzalo grace graciela graciliano gregorio greicy greis greisy gricelda griselda guadalupe guido guillermo gustava
gustavo haider hamilton hanna harley harold harrison harvey haydee heber hector heidi heidy heiner helber helda helena heliodoro
helmer helmut henry heriberto herlinda hermelinda hermes herminda herminia herminio hermogenes hernan hernando hersilia hever
hilario hilda hipolito holman honorio horacio hortencia hortensia huber hugo humbelina humberto ian ibeth ignacio ilda ildefonso
iliana ilse indira ines ingrid ingris inirida iraida irene irina iris irma isa isaac isabel isabela isabella isabelle isaias
isaura isauro isidora isidoro isidro isis ismael ismenia isolina israel itala italo ivan ivanna iveth ivon ivone ivonne izabel
jacinto jackelin jackeline jaider jaidy jaime jair jairo jaminton janer janet janeth jarol jasbleidy jasmin javier jazmin jean
jeanpierre jeferson jefferson jehison jeidy jeimy jeison jenifer jenni jennifer jenny jeny jeremias jeremy jeronimo jerson
jesica jessenia jessica jessy jesus jhan jhoan jhoana jhoanna jhoiner jhojan jhon jhonatan jhonier jhonny jhony jimena jimmy
jimy joan joana joanna joaquin joaquina joel johan johana johanna john johnny jolman jonas jonathan jonny jordi jorge jorman
jose josefa josefina joselito joselyn josemaria jostin josue jovanna jovita juan juana juanca juancarlos juandavid juanita
juanito juanjose juanpa juanpablo judith julia julian juliana juliano juliet julieta julieth julio justin juvenal kalet kaleth
karely karen karin karina karol karolina katerin katerine katherine katia katiuska kattia keila keiner keity keli kelly kely
kendry keren kevin kevyn kiara kimberlin kimberly klaus lady ladys laidy laila lastenia laura laureano lauren laurencio lauriano
lazaro leandra leandro leidi leidy leila leiner leison leonardo leonel leonela leonidas leonila leonilde leonor leonte
leovigildo lesbia leslie lesly leticia levis leydi liam libardo libia licinia lida lidia ligia lilia liliana lily lina linda
lisandro lisbeth liseth lisset lizbeth lizet lizeth loida lolita lore lorena lorenza lorenzo lourdes lubin lucas luceli lucelly
lucely lucero lucho lucia luciana luciano lucila lucinda lucindo lucio lucrecia luddy ludy luis luisa luisafernanda luisana
luisito luz luzdary luzmarina luzmila lyda mabel macarena madeleine madeline mafe magali magaly magda magdalena magnolia maicol
maikol maira majo malena mallerly manuel manuela manuelita marcel marcela marceliano marcelino marcelo marciana marco marcos
marelvis margarita margot margoth maria mariacamila mariaelena mariajose mariana marianela mariangel mariano mariantonia
mariapaula maribel maricela mariela marielena marilu marily marilyn marina marinela marino mario marion marisela marisol maritsa
maritza marlen marleny marlon marly marlyn marquesa marta martha martin martina maruja maryi maryluz maryori mateo matias
matilde maura mauricio mauro maximiliano maximo maye mayerli mayerly mayra mayte medardo meiby melanie melany melba melida
melina melisa melissa melquisedec memo menegildo merary mercedes mercy merlin merly mery meryluz mia micaela michael michel
michelle migdalia miguel miguelina mijail milady milagro milagros milay milciades mildred mile milena milton minerva mirella
mireya miriam mirian mirta misael moises mona monica monserrat moraima myriam myrna nabor nahomi naidu nallely nancy nando
napoleon narcisa narciso nata natali natalia nataly nathalia nathalie nati nayely nayib nayibe neftali neida neila nel nelcida
nelcy nelfy nelida nelly nellys nelson nelsy nemesio nereida nery nestor neyla nicasio nicol nicolas nicolle nidia nidya nieves
nilda nilsa nilson nini nixon noah noel noelia noemi nohelia nohemi nohemy nohora nora norberto norbey norelly noris norma nubia
nubiola nuris nury nuvia obdulia obdulio oberto octavio odair odilia odilio ofelia ofir olegario olga olimpo oliva oliver
oliverio olivia olmedo omaira oneida onofre orfa orfelina orfilia oriana orlando orley orlinda oscar osiel osiris osvaldo
oswaldo otilia otoniel otto ovidia ovidio owen pablo pacho paco paloma pamela paola pascual pascuala pastora patricia patrick
patrocinio pau paula paulina paulino paulo pedro pepe petrona petronila piedad pilar pio placido plinio policarpo porfirio
primitivo priscila prudencio quintiliano quiterio rafael rafaela raimunda raimundo raisa ramiro ramon ramona ramses randy raquel
raul rebeca rebeka regina regulo reinaldo reinel reinero remberto remigio renata renato rene reynaldo ricardo rigo rigoberto
rita robert roberta roberto robin robinson robison rocio rodolfa rodolfo rodrigo rogelio roger rogers rolando roman romel
romelia romulo ronal ronald ronaldo roque rosa rosaelena rosalba rosalia rosalina rosalinda rosana rosangela rosaria rosario
rosaura roselia rosemary rosember rosendo rosibel rosina rosita rosmary rosmery rosmira rosney rossana roxana ruben rubi rubiela
rubielo ruby rufina rufino ruperto rusbel ruth sabina sabrina saida saira salma salome salomon salvador salvadora samanta
samantha samir samira samuel samy sandra santiago santos sara saray sarita sary saturnino saul sebas sebastian segundo selena
selene senaida senen serafin serafina sergio servando severiano severo shaira sharon sheila shirley sigifredo silvana silverio
silvestre silvia silvino simon sixto sofi sofia solange solangie solanyi soledad sonia stefania stefany stella stephanie
stephany steven stiven stivens sulay suleima sulma susan susana susy tania tarcisio tarsicio tati tatiana telesforo telmo
teobaldo teodolinda teodora teodoro teofila teofilo teresa thiago tiberio tirso tito tobias tomas tomasa tonia tono toribio
trinidad tulia tulio ubaldina ubaldo uldarico ulises urbano uriel ursula valentin valentina valeria valerio vanesa
vanessa venancio veronica veronika viancy vianney vicenta vicente victor victoria victoriano victorino vidal vilma violeta
virgelina virgilio virginia vivi viviana vladimir waldina walter walther wanda wbaldo wbeimar wendy wilber wilberto wilford
wilfran wilfredo wilfrido wilinton william willian willington wilmar wilmer wilson wilton winston wladimir ximena yadira yahaira
yaira yajaira yalena yamid yamila yamile yamileth yanet yaneth yanira yaqueline yarledy yarlenis yasmin yasmina yazmin yefer
yeferson yeicy yeiko yeiler yeimi yeimy yeiner yeison yenifer yenni yennifer yenny yeritza yerly yerson yesenia yesi yesica
yesid yessenia yessica yina yineth yira yisel yobany yohan yohana yohanna yojana yolanda yolima yolman yonatan yonny yordan
yordy yorlady yorleny yorman yostin yovanny yovany yuleima yuli yuliana yulieth yulissa yulitza yuly yurani yuranny yurany yuri
yurledis yurleidis yurley yury zaida zaira zenaida zenobia zoe zoila zonia zoraida zoraya zuleima zully zulma zuly
`;

const FIRST_NAMES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

export function isFirstName(word: string): boolean {
  return FIRST_NAMES.has(plainText(word));
}
