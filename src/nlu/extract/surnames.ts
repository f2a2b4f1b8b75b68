import { plainText } from "../plain-text.ts";

/** Surnames that are common in Colombia: what tells "peña mora" from two words of a sentence. */
const NAMES = `
acevedo acosta agudelo aguilar aguirre alvarado alvarez andrade angarita angulo aragon arango arbelaez arboleda arenas arevalo
arias ariza arroyave arroyo avila ayala barbosa barrera barreto barrios bastidas bautista becerra bedoya bejarano beltran
benavides benitez bermudez bernal betancourt betancur blanco bohorquez bolivar bonilla botero bravo buitrago burbano burgos
bustamante bustos caballero cabrera caceres caicedo calderon calle camacho camargo campos cano cantillo cardenas cardona
cardozo carrillo carvajal casas castaneda castano castellanos castillo castrillon castro ceballos cespedes chacon chaves
chavez cifuentes clavijo collazos contreras coronado correa cortes cortez cruz cuadros cubillos cuellar cuervo cuesta daza
delgado diaz diez dominguez duarte duque duran echavarria echeverri enciso escobar espinosa espinoza estrada fajardo fernandez
figueroa florez fonseca forero franco fuentes gaitan galeano galindo gallego galvis galvez gamboa garces garcia garzon gaviria
gil giraldo gomez gonzalez gordillo granados guerra guerrero guevara gutierrez guzman henao hernandez herrera higuita hincapie
holguin hoyos hurtado ibarra izquierdo jaimes jaramillo jimenez jurado lara ladino lasso leal leguizamon leon lizarazo londono
lopez lozada lozano lugo luna machado marin marquez martinez marulanda mayorga maldonado medina mejia melo mendez mendoza mena
mesa meza miranda molano molina moncada monroy montano montes montenegro montero montoya mora morales moreno morillo mosquera
motta munevar munoz murcia murillo naranjo narvaez nieto nino noriega novoa nunez obando ocampo ochoa olarte olaya ordonez
orjuela orozco orrego ortega ortiz osorio ospina ossa otalora otero pabon pacheco padilla paez palacio palacios palencia palma
pardo parra pastrana patino paternina pedraza pedroza pena penagos peralta perdomo perea pereira perez pineda pinilla pinto
pinzon pizarro plata polania polo ponce posada poveda prada prado prieto pulido quiceno quintana quintero quinones quiroga
quiroz ramirez ramos rangel realpe rendon restrepo reyes rey riascos rico rincon rios rivas rivera roa robayo robledo robles
rocha rodriguez rojas roldan roman romero rosero rozo rubiano rubio rueda ruiz saavedra salamanca salas salazar salcedo saldana
salgado salinas samper sanabria sanchez sandoval santamaria santana santos sarmiento segura sepulveda serna serrano sierra silva
solano solarte soler solis sosa soto suarez tabares tamayo tapias tejada tellez tobon toro torres tovar trejos triana trujillo
uribe urrego urrutia usuga valbuena valderrama valdes valencia valenzuela valero vallejo vanegas varela vargas vasquez vega
velandia velasco velasquez velez vera vergara vidal villa villada villalba villamizar villegas villota vivas yepes zambrano
zamora zapata zarate zuluaga zuniga
`;

const SURNAMES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

export function isSurname(word: string): boolean {
  return SURNAMES.has(plainText(word).replaceAll("ñ", "n"));
}
