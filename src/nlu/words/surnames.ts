import { plainText } from "../../core/plain-text.ts";
import { RARE_SURNAMES } from "./rare-surnames.ts";

/** Surnames that are common in Colombia: they tell "peña mora" from two words of a sentence. */
const NAMES = `
achagua anacona arciniegas cely chasoy moscote murayari teheran yavinape
abadia abella abello abril acero acevedo aconcha acosta acuna adarme afanador agamez agredo agualimpia aguas agudelo aguilar
aguilera aguirre alarcon alba albarracin albornoz alcazar aldana alegria alfaro alfonso almanza alvarado alvares alvarez alvear
alvis amado amador amaris amaya ameda amezquita amortegui ampudia anaya andrade angarita angel angola angulo antury aponte
aponza aragon aranda arango araque araujo arbelaez arboleda arce archila arcila arcos ardila arenales arenas arevalo arevalos
argote arguelles arguello arias ariza arizala armenta arredondo arrieta arroyave arroyo arteaga artunduaga asprilla astudillo
atehortua avella avendano avila avirama ayala ayola ayure azuero baena balaguera balanta ballen ballesteros banguera banguero
baquero baracaldo barahona barajas barbosa barbudo barco bardales barona barreneche barrera barrero barreto barrientos barrios
barros bastidas basto bastos batista bautista bayona becerra bedoya bejarano belalcazar beleno bello beltran benavides benitez
benjumea berdugo bermeo bermudez bernal bernate berrio berrios bertel betancourt betancur betin blanco blandon bocanegra
bohorquez bolanos bolivar bonett bonilla bonza borda borja borrero bossio botello botero botina brand bravo briceno brito
brochero bruges buelvas buenaventura buendia buesaquillo buitrago bula burbano burgos bustamante bustillo bustos cabal caballero
cabarcas cabezas cabrera caceres cadavid cadena caicedo cala calambas caldas calderon callejas callejo calvache calvo camacho
camargo camelo campaz campo campos campuzano canas canchila canchon candelo canizales cano canoles canon cantillo cantor capera
carabali caraballo cardenas cardona cardozo carmona caro carranza carrasco carrasquilla carreno carrero carrillo carvajal
casallas casanova casarrubia casas casasbuenas casierra castaneda castano castelblanco castellanos castiblanco castilblanco
castilla castillo castrillon castro catano caviedes ceballos cediel celeita celemin celis cepeda ceron cerquera cespedes cetina
chacon chamorro chaparro chara charry chaux chavarro chaverra chaves chavez chica chicangana chilito chilma chiquillo chocue
choles cicery cifuentes clavijo cobo cocunubo cogollo coicue colina collazos colmenares colonia concha conde coneo consuegra
contreras copete corcho cordero cordoba cordova coronado corrales correa correal corredor cortes cortez cosme cossio crespo
criollo cruz cruzate cuadrado cuadros cuartas cubides cubillos cuellar cuenca cuenu cuero cuervo cuesta cuetia culma cure cutiva
dajome davila daza delgado devia dias diaz diazgranados dietes diez dizu dominguez donado dorado doria duarte duenas dulcey
duque duran dussan echavarria echeverri echeverria echeverry elles enciso epiayu epieyu eraso escalante escalona escandon
escarraga escobar escobedo escorcia escudero eslava espana espejo espinosa espinoza espitia esquivel estrada estrella estupinan
fajardo fandino farfan faria farias fernandez ferreira ferrer ferro fierro figueroa filigrana fince flores florez florian
fonseca forbes forero forigua foronda fragozo franco franky fuelantala fuenmayor fuentes fula gaitan galan galarza galeano
galezo galindo gallardo gallego gallon galofre galves galvez galvis gamarra gambin gamboa gaona garavito garay garces garcia
garnica garrido garzon gasca gaviria genes genoy getial gil giraldo goez gomes gomez gomezjurado gongora gonzales gonzalez
gordillo gordon grajales granada granado granados grisales guacheta gual gualdron gualteros guampe guanga guaqueta guarin
guarnizo guavita guayara guaza guejia guengue guerra guerrero gueto guevara guio guisao gustin gutierrez guzman haddad henao
herazo hernandez herrera higuita hincapie hinestroza hinojosa holguin hortua hoyos huertas hurtado ibanez ibarguen ibarra
idarraga iguaran illera imbachi inagan infante insuasty ipuana iriarte irreno isaza izaquita izquierdo jacanamijoy jacome jaimes
jajoy jalk jaller jamioy jaraba jaramillo javela jerez jimenez jimeno jojoa joya juajinoy julio jurado jusayu justinico
kerguelen ladino lagos laguado laguna lame lamus lancheros landazuri landinez lara lasprilla lasso lastra latorre laverde leal
leguizamon leiton lemos lenis leon lerma lesmes leyton leyva lievano limas linares lindo linero lizarazo llanes llano llanos
llinas lloreda loaiza lobo lombana londono lopes lopez lora loreto lozada lozano lucena lucumi lugo lujan luligo luna lurduy
macea machado macias madrid madrigal maecha maestre mahecha malagon malaver maldonado malpica mambuscay mancipe manjarres
manjarrez manosalva manrique mantilla manzano marenco marin marino marmolejo marquez marriaga marroquin marsiglia martines
martinez marulanda matallana mateus mattos maturana maya mayor mayorga mazo mazuera medina medrano mejia melendez melo mena
menco mendez mendieta mendivelso mendoza meneses menjura mera mercado merchan merino mesa mesias mestizo meza micolta millan
mina miranda mojica molano molina molinares moncada moncayo mondragon monroy monsalve monsalvo montalvo montana montano
montealegre montenegro montero monterrosa monterrubio montes montiel montoya monzon mora morales moran morantes morcillo morcote
morelo moreno morillo moscoso mosos mosquera motato motta moya muelas mulcue munera muneton munevar munoz murcia murgas
murgueitio muriel murillo nader nanez naranjo narvaez natera navarrete navarro navia negrete negron neira nieto nieves ninco
nino nivia noguera norena noriega noscue nova novoa nunez nustes obando obregon ocampo ocana ochoa ojeda olano olarte olaya
olivares olivella olivera oliveros olivo olmos onate opina oquendo ordonez orduz orjuela orobio oropeza orozco orrego ortega
ortegon ortigoza ortiz osma osorio osorno ospina ossa otalora otero oviedo oyola oyuela paba pabon pacheco padilla padron paez
pajaro pajoy palacio palacios palechor palencia palma palomeque palomino panesso pantoja parada paramo pardo paredes pareja
parga parra parrado pastrana patarroyo paternina patino pava pavas payan paz pechene pedraza pedroso pedroza pedrozo peinado
pelaez pena penagos penaloza penaranda penuela perafan peral peralta perdomo perea pereira peres perez perlaza pernett pertuz
pestana petro piamba pico piedrahita pinchao pineda pineres pineros pinilla pinillos pinto pinzon piraquive pito pizarro plata
plazas
polania polo poloche ponce porras portela portilla porto posada poveda prada prado preciado pretelt prieto puello puentes puerta
puerto pulgarin pulido pupo pushaina quejada quenguan quesada quevedo quiceno quijano quilindo quimbaya quimbayo quinayas
quinones quinonez quintana quintanilla quintero quiroga quiroz rada raigosa ramires ramirez ramon ramos rangel rave realpe
rebellon rebolledo redondo regino reina reinoso rendon rengifo renteria renza restan restrepo revelo rey reyes reynosa riano
riascos riatiga ribon ricardo ricaurte rico rincon rincones riobo rios rivas rivera riveros roa roballo robayo robledo robles
rocha rodas rodelo rodrigues rodriguez rojas roldan roman romana romero roncancio rondon ropero rosado rosales rosas rosero
rosso rovira rozo ruales ruano rubiano rubio rueda ruidiaz ruiz ruizdiaz saavedra sabogal saenz sajonero salamanca salas salazar
salcedo saldana saldarriaga salgado salguero salinas samboni samper samudio sanabria sanches sanchez sanclemente sandoval sanin
sanjuan sanmiguel santacruz santaella santafe santamaria santana santander santiago santis santodomingo santos sanz sarabia
sarasti sarmiento sarria saumeth secue segovia segrera segura sena sepulveda serna serpa serrano serrato siachoque sicard sierra
silva sinisterra socarras socha solano solarte soler solis soraca soracipa sosa sotelo soto sua suarez suaza suescun tabares
taborda tafur talero tamara tamayo tangarife tapasco tapia tapias tarazona tascon taticuan tejada tejeda tellez tello tenorio
tibaduiza tique tirado tobar tobon toledo tolosa toloza toro torrado torralba torregrosa torrente torres tous tovar trejos
trespalacios triana trillos trivino trochez troncoso trujillo tuiran tumina tunjano tunubala turizo ubaque uchima ulchur ulcue
ulloa umana urango urbina urena uriana uribe urquijo urrea urrego urrutia uruena urueta urzola useche usme ustariz usuga
valbuena valderrama valdes valdez valdiri valdivieso valencia valenzuela valero vallecilla valledor vallejo valverde vanegas
varela vargas varon vasco vasques vasquez vecino vega velandia velasco velasques velasquez velez velosa vera verbel verdugo
vergara vergel vertel viafara viana vidal vides viera villa villacob villada villadiego villafane villalba villalobos villamil
villamizar villanueva villaquiran villareal villarreal villegas villota virviescas vivas viveros vizcaino wilches yaguara yanza
yara yate yela yepes yepez yotengo yusti zabala zabaleta zabarain zambrano zamora zamudio zapa zapata zapateiro zape zarama
zarate zea zerda zorrilla zorro zubieta zuleta zuluaga zuniga
`;

const SURNAMES: ReadonlySet<string> = new Set(`${NAMES} ${RARE_SURNAMES}`.trim().split(/\s+/));

export function isSurname(word: string): boolean {
  return SURNAMES.has(plainText(word).replaceAll("ñ", "n"));
}
