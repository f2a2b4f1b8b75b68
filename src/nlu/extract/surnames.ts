import { plainText } from "../plain-text.ts";

/** Surnames that are common in Colombia: what tells "peña mora" from two words of a sentence. */
const NAMES = `
abadia abello abril acevedo acosta agamez agredo agudelo aguilar aguirre alarcon alba albornoz aldana alegria alfaro alfonso
alvarado alvares alvarez alvis amado amador amaris amaya ameda amezquita anaya andrade angarita angel angulo aponte aponza
aragon arango araque araujo arbelaez arboleda arce archila arcila arcos ardila arenales arenas arevalo arevalos argote arguelles
arguello arias ariza arrieta arroyave arroyo arteaga asprilla astudillo atehortua avendano avila ayala ayola ayure azuero baena
balaguera balanta ballesteros banguera baquero barajas barbosa barco bardales barona barreneche barrera barrero barreto
barrientos barrios barros bastidas basto bastos batista bautista bayona becerra bedoya bejarano belalcazar beleno bello beltran
benavides benitez benjumea berdugo bermeo bermudez bernal berrio berrios bertel betancourt betancur betin blanco blandon
bohorquez bolanos bolivar bonett bonilla borda borja borrero bossio botello botero brand bravo briceno brito brochero bruges
buelvas buenaventura buendia buitrago bula burbano burgos bustamante bustillo bustos cabal caballero cabarcas cabezas cabrera
caceres cadavid cadena caicedo cala calambas caldas calderon callejas callejo calvache calvo camacho camargo camelo campaz campo
campos campuzano canas canchila candelo canizales cano canon cantillo cantor capera carabali caraballo cardenas cardona cardozo
carmona caro carranza carrasco carrasquilla carreno carrero carrillo carvajal casallas casanova casarrubia casas casasbuenas
casierra castaneda castano castelblanco castellanos castiblanco castilblanco castilla castillo castrillon castro catano caviedes
ceballos celeita celemin celis ceron cespedes cetina chacon chamorro chaparro chara charry chavarro chaverra chaves chavez chica
chiquillo choles cicery cifuentes clavijo cobo cogollo colina collazos colmenares colonia concha conde consuegra contreras
copete corcho cordero cordoba cordova coronado corrales correa correal corredor cortes cortez cosme cossio crespo cruz cruzate
cuadrado cuadros cuartas cubides cubillos cuellar cuenca cuenu cuero cuervo cuesta cure cutiva dajome davila daza delgado devia
dias diaz diazgranados dietes diez dominguez dorado doria duarte duenas dulcey duque duran dussan echavarria echeverri
echeverria echeverry elles enciso eraso escalante escalona escandon escobar escobedo escorcia escudero eslava espana espejo
espinosa espinoza espitia esquivel estrada estrella estupinan fajardo fandino farfan faria farias fernandez ferreira ferrer
ferro fierro figueroa filigrana flores florez florian fonseca forbes forero forigua fragozo franco franky fuenmayor fuentes fula
gaitan galan galarza galeano galezo galindo gallardo gallego gallon galofre galves galvez galvis gamarra gambin gamboa gaona
garavito garay garces garcia garnica garrido garzon gasca gaviria genes genoy getial gil giraldo gomes gomez gomezjurado gongora
gonzales gonzalez gordillo gordon grajales granada granado granados grisales gual gualdron gualteros guaqueta guarin guarnizo
guavita guayara guaza guerra guerrero gueto guevara guio guisao gustin gutierrez guzman haddad henao hernandez herrera higuita
hincapie hinestroza hinojosa holguin hortua hoyos huertas hurtado ibanez ibarra imbachi infante insuasty iriarte irreno isaza
izaquita izquierdo jacome jaimes jajoy jalk jaller jaraba jaramillo javela jerez jimenez jimeno joya juajinoy julio jurado
justinico kerguelen ladino lagos laguado laguna lame lamus lancheros landazuri landinez lara lasprilla lasso lastra latorre
laverde leal leguizamon leiton lemos lenis leon lerma lesmes leyton leyva lievano limas linares lindo linero lizarazo llanes
llano llanos llinas lloreda loaiza lobo lombana londono lopes lopez lora loreto lozada lozano lucena lucumi lugo lujan luna
lurduy macea machado macias madrid madrigal maecha mahecha malagon malaver maldonado malpica manjarres manjarrez manosalva
manrique mantilla manzano marenco marin marino marmolejo marquez marriaga marroquin marsiglia martines martinez marulanda
matallana mateus mattos maturana maya mayor mayorga mazo mazuera medina medrano mejia melendez melo mena mendez mendieta
mendivelso mendoza meneses menjura mercado merchan merino mesa mesias meza micolta millan mina miranda mojica molano molina
molinares moncada moncayo mondragon monroy monsalve monsalvo montalvo montana montano montealegre montenegro montero monterrosa
monterrubio montes montiel montoya monzon mora morales moran morantes morcillo morcote moreno morillo moscoso mosos mosquera
motato motta muelas munera muneton munevar munoz murcia murgas murgueitio muriel murillo nader nanez naranjo narvaez natera
navarrete navarro navia negrete negron nieto nieves ninco nino nivia noguera norena noriega noscue nova novoa nunez nustes
obando obregon ocampo ocana ochoa ojeda olano olarte olaya olivares olivella olivera oliveros olivo olmos opina oquendo ordonez
orduz orjuela orobio oropeza orozco orrego ortega ortegon ortigoza ortiz osma osorio osorno ospina ossa otalora otero oyola
oyuela paba pabon pacheco padilla padron paez pajaro pajoy palacio palacios palencia palma palomeque palomino panesso pantoja
parada paramo pardo paredes pareja parga parra parrado pastrana patarroyo paternina patino pava pavas payan paz pedraza pedroso
pedroza pedrozo pelaez pena penagos penaloza penaranda penuela perafan peral peralta perdomo perea pereira peres perez perlaza
pernett pestana piamba piedrahita pineda pineres pineros pinilla pinillos pinto pinzon piraquive pito pizarro plata plazas
polania polo ponce porras portela portilla porto posada poveda prada prado preciado pretelt prieto puello puentes puerta puerto
pulgarin pulido pupo quejada quesada quevedo quiceno quijano quimbaya quimbayo quinayas quinones quinonez quintana quintanilla
quintero quiroga quiroz rada raigosa ramires ramirez ramon ramos rangel rave realpe rebellon rebolledo redondo regino reina
reinoso rendon renteria renza restan restrepo revelo rey reyes reynosa riano riascos riatiga ribon ricardo ricaurte rico rincon
rincones riobo rios rivas rivera riveros roa roballo robayo robledo robles rocha rodas rodelo rodrigues rodriguez rojas roldan
roman romana romero rondon ropero rosado rosales rosas rosero rosso rovira rozo ruales ruano rubiano rubio rueda ruidiaz ruiz
ruizdiaz saavedra sabogal saenz sajonero salamanca salas salazar salcedo saldana saldarriaga salgado salguero salinas samboni
samper samudio sanabria sanches sanchez sanclemente sandoval sanin sanjuan sanmiguel santacruz santaella santafe santamaria
santana santander santiago santis santodomingo santos sanz sarabia sarasti sarmiento sarria saumeth segovia segrera segura sena
sepulveda serna serpa serrano serrato siachoque sicard sierra silva sinisterra socha solano solarte soler solis soraca soracipa
sosa sotelo soto sua suarez suaza suescun tabares taborda tafur talero tamayo tangarife tapasco tapia tapias tarazona tascon
tejada tejeda tellez tello tenorio tibaduiza tique tirado tobon toledo tolosa toloza toro torrado torralba torregrosa torrente
torres tous tovar trejos trespalacios triana trillos trivino trochez troncoso trujillo tuiran tunjano turizo ubaque uchima ulloa
umana urango urbina urena uribe urquijo urrego urrutia uruena urueta urzola useche usme ustariz usuga valbuena valderrama valdes
valdez valdiri valdivieso valencia valenzuela valero vallecilla valledor vallejo valverde vanegas varela vargas varon vasco
vasques vasquez vecino vega velandia velasco velasques velasquez velez velosa vera verbel verdugo vergara vergel vertel viafara
viana vidal vides villa villacob villada villadiego villafane villalba villalobos villamizar villanueva villaquiran villareal
villarreal villegas villota virviescas vivas viveros vizcaino wilches yaguara yara yate yela yepes yepez yusti zabala zabaleta
zabarain zambrano zamora zamudio zapa zapata zarama zarate zea zerda zorrilla zorro zubieta zuleta zuluaga zuniga
`;

const SURNAMES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

export function isSurname(word: string): boolean {
  return SURNAMES.has(plainText(word).replaceAll("ñ", "n"));
}
