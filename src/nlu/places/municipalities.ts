/**
 * The 1,122 municipalities of Colombia by department, without accents: facts of the official list
 * (DANE, DIVIPOLA), held as one text for each department. Bogotá stands with Cundinamarca, as
 * parcels are addressed.
 */
export const MUNICIPALITIES: Readonly<Record<string, string>> = {
  Amazonas:
    "Leticia|El Encanto|La Chorrera|La Pedrera|La Victoria|Miriti - Parana|Puerto Alegria|Puerto Arica|Puerto Narino|Puerto Santander|Tarapaca",
  Antioquia:
    "Medellin|Abejorral|Abriaqui|Alejandria|Amaga|Amalfi|Andes|Angelopolis|Angostura|Anori|Santafe de Antioquia|Anza|Apartado|Arboletes|Argelia|Armenia|Barbosa|Belmira|Bello|Betania|Betulia|Ciudad Bolivar|Briceno|Buritica|Caceres|Caicedo|Caldas|Campamento|Canasgordas|Caracoli|Caramanta|Carepa|El Carmen de Viboral|Carolina del Principe|Caucasia|Chigorodo|Cisneros|Cocorna|Concepcion|Concordia|Copacabana|Dabeiba|Donmatias|Ebejico|El Bagre|Entrerrios|Envigado|Fredonia|Frontino|Giraldo|Girardota|Gomez Plata|Granada|Guadalupe|Guarne|Guatape|Heliconia|Hispania|Itagui|Ituango|Jardin|Jerico|La Ceja|La Estrella|La Pintada|La Union|Liborina|Maceo|Marinilla|Montebello|Murindo|Mutata|Narino|Necocli|Nechi|Olaya|Penol|Peque|Pueblorrico|Puerto Berrio|Puerto Nare|Puerto Triunfo|Remedios|Retiro|Rionegro|Sabanalarga|Sabaneta|Salgar|San Andres de Cuerquia|San Carlos|San Francisco|San Jeronimo|San Jose de la Montana|San Juan de Uraba|San Luis|San Pedro de los Milagros|San Pedro de Uraba|San Rafael|San Roque|San Vicente Ferrer|Santa Barbara|Santa Rosa de Osos|Santo Domingo|El Santuario|Segovia|Sonson|Sopetran|Tamesis|Taraza|Tarso|Titiribi|Toledo|Turbo|Uramita|Urrao|Valdivia|Valparaiso|Vegachi|Venecia|Vigia del Fuerte|Yali|Yarumal|Yolombo|Yondo|Zaragoza",
  Arauca: "Arauca|Arauquita|Cravo Norte|Fortul|Puerto Rondon|Saravena|Tame",
  Atlántico:
    "Barranquilla|Baranoa|Campo de la Cruz|Candelaria|Galapa|Juan de Acosta|Luruaco|Malambo|Manati|Palmar de Varela|Piojo|Polonuevo|Ponedera|Puerto Colombia|Repelon|Sabanagrande|Sabanalarga|Santa Lucia|Santo Tomas|Soledad|Suan|Tubara|Usiacuri",
  Cundinamarca:
    "Bogota|Agua de Dios|Alban|Anapoima|Anolaima|Arbelaez|Beltran|Bituima|Bojaca|Cabrera|Cachipay|Cajica|Caparrapi|Caqueza|Carmen de Carupa|Chaguani|Chia|Chipaque|Choachi|Choconta|Cogua|Cota|Cucunuba|El Colegio|El Penon|El Rosal|Facatativa|Fomeque|Fosca|Funza|Fuquene|Fusagasuga|Gachala|Gachancipa|Gacheta|Gama|Girardot|Granada|Guacheta|Guaduas|Guasca|Guataqui|Guatavita|Guayabal de Siquima|Guayabetal|Gutierrez|Jerusalen|Junin|La Calera|La Mesa|La Palma|La Pena|La Vega|Lenguazaque|Macheta|Madrid|Manta|Medina|Mosquera|Narino|Nemocon|Nilo|Nimaima|Nocaima|Venecia|Pacho|Paime|Pandi|Paratebueno|Pasca|Puerto Salgar|Puli|Quebradanegra|Quetame|Quipile|Apulo|Ricaurte|San Antonio del Tequendama|San Bernardo|San Cayetano|San Francisco|San Juan de Rioseco|Sasaima|Sesquile|Sibate|Silvania|Simijaca|Soacha|Sopo|Subachoque|Suesca|Supata|Susa|Sutatausa|Tabio|Tausa|Tena|Tenjo|Tibacuy|Tibirita|Tocaima|Tocancipa|Topaipi|Ubala|Ubaque|Villa de San Diego de Ubate|Une|Utica|Vergara|Viani|Villagomez|Villapinzon|Villeta|Viota|Yacopi|Zipacon|Zipaquira",
  Bolívar:
    "Cartagena|Achi|Altos del Rosario|Arenal|Arjona|Arroyohondo|Barranco de Loba|Calamar|Cantagallo|Cicuco|Cordoba|Clemencia|El Carmen de Bolivar|El Guamo|El Penon|Hatillo de Loba|Magangue|Mahates|Margarita|Maria la Baja|Montecristo|Mompos|Morales|Norosi|Pinillos|Regidor|Rio Viejo|San Cristobal|San Estanislao|San Fernando|San Jacinto|San Jacinto del Cauca|San Juan Nepomuceno|San Martin de Loba|San Pablo|Santa Catalina|Santa Rosa|Santa Rosa del Sur|Simiti|Soplaviento|Talaigua Nuevo|Tiquisio|Turbaco|Turbana|Villanueva|Zambrano",
  Boyacá:
    "Tunja|Almeida|Aquitania|Arcabuco|Belen|Berbeo|Beteitiva|Boavita|Boyaca|Briceno|Buenavista|Busbanza|Caldas|Campohermoso|Cerinza|Chinavita|Chiquinquira|Chiscas|Chita|Chitaraque|Chivata|Cienega|Combita|Coper|Corrales|Covarachia|Cubara|Cucaita|Cuitiva|Chiquiza|Chivor|Duitama|El Cocuy|El Espino|Firavitoba|Floresta|Gachantiva|Gameza|Garagoa|Guacamayas|Guateque|Guayata|Guican de la Sierra|Iza|Jenesano|Jerico|Labranzagrande|La Capilla|La Victoria|La Uvita|Villa de Leyva|Macanal|Maripi|Miraflores|Mongua|Mongui|Moniquira|Motavita|Muzo|Nobsa|Nuevo Colon|Oicata|Otanche|Pachavita|Paez|Paipa|Pajarito|Panqueba|Pauna|Paya|Paz de Rio|Pesca|Pisba|Puerto Boyaca|Quipama|Ramiriqui|Raquira|Rondon|Saboya|Sachica|Samaca|San Eduardo|San Jose de Pare|San Luis de Gaceno|San Mateo|San Miguel de Sema|San Pablo de Borbur|Santana|Santa Maria|Santa Rosa de Viterbo|Santa Sofia|Sativanorte|Sativasur|Siachoque|Soata|Socota|Socha|Sogamoso|Somondoco|Sora|Sotaquira|Soraca|Susacon|Sutamarchan|Sutatenza|Tasco|Tenza|Tibana|Tibasosa|Tinjaca|Tipacoque|Toca|Togui|Topaga|Tota|Tunungua|Turmeque|Tuta|Tutaza|Umbita|Ventaquemada|Viracacha|Zetaquira",
  Caldas:
    "Manizales|Aguadas|Anserma|Aranzazu|Belalcazar|Chinchina|Filadelfia|La Dorada|La Merced|Manzanares|Marmato|Marquetalia|Marulanda|Neira|Norcasia|Pacora|Palestina|Pensilvania|Riosucio|Risaralda|Salamina|Samana|San Jose|Supia|Victoria|Villamaria|Viterbo",
  Caquetá:
    "Florencia|Albania|Belen de los Andaquies|Cartagena del Chaira|Curillo|El Doncello|El Paujil|La Montanita|Milan|Morelia|Puerto Rico|San Jose del Fragua|San Vicente del Caguan|Solano|Solita|Valparaiso",
  Casanare:
    "Yopal|Aguazul|Chameza|Hato Corozal|La Salina|Mani|Monterrey|Nunchia|Orocue|Paz de Ariporo|Pore|Recetor|Sabanalarga|Sacama|San Luis de Palenque|Tamara|Tauramena|Trinidad|Villanueva",
  Cauca:
    "Popayan|Almaguer|Argelia|Balboa|Bolivar|Buenos Aires|Cajibio|Caldono|Caloto|Corinto|El Tambo|Florencia|Guachene|Guapi|Inza|Jambalo|La Sierra|La Vega|Lopez de Micay|Mercaderes|Miranda|Morales|Padilla|Paez|Patia|Piamonte|Piendamo|Puerto Tejada|Purace|Rosas|San Sebastian|Santander de Quilichao|Santa Rosa|Silvia|Sotara|Suarez|Sucre|Timbio|Timbiqui|Toribio|Totoro|Villa Rica",
  Cesar:
    "Valledupar|Aguachica|Agustin Codazzi|Astrea|Becerril|Bosconia|Chimichagua|Chiriguana|Curumani|El Copey|El Paso|Gamarra|Gonzalez|La Gloria|La Jagua de Ibirico|Manaure Balcon del Cesar|Pailitas|Pelaya|Pueblo Bello|Rio de Oro|La Paz|San Alberto|San Diego|San Martin|Tamalameque",
  Chocó:
    "Quibdo|Acandi|Alto Baudo|Atrato|Bagado|Bahia Solano|Bajo Baudo|Bojaya|El Canton del San Pablo|Carmen del Darien|Certegui|Condoto|El Carmen de Atrato|El Litoral del San Juan|Istmina|Jurado|Lloro|Medio Atrato|Medio Baudo|Medio San Juan|Novita|Nuqui|Rio Iro|Rio Quito|Riosucio|San Jose del Palmar|Sipi|Tado|Unguia|Union Panamericana",
  Córdoba:
    "Monteria|Ayapel|Buenavista|Canalete|Cerete|Chima|Chinu|Cienaga de Oro|Cotorra|La Apartada|Lorica|Los Cordobas|Momil|Montelibano|Moñitos|Planeta Rica|Pueblo Nuevo|Puerto Escondido|Puerto Libertador|Purisima de la Concepcion|Sahagun|San Andres de Sotavento|San Antero|San Bernardo del Viento|San Carlos|San Jose de Ure|San Pelayo|Tierra Alta|Tuchin|Valencia",
  Guainía: "Inirida|Barranco Minas|Mapiripana|San Felipe|Puerto Colombia|La Guadalupe|Cacahual|Pana Pana|Morichal",
  Guaviare: "San Jose del Guaviare|Calamar|El Retorno|Miraflores",
  Huila:
    "Neiva|Acevedo|Agrado|Aipe|Algeciras|Altamira|Baraya|Campoalegre|Colombia|Elias|Garzon|Gigante|Guadalupe|Hobo|Iquira|Isnos|La Argentina|La Plata|Nataga|Oporapa|Paicol|Palermo|Palestina|Pital|Pitalito|Rivera|Saladoblanco|San Agustin|Santa Maria|Suaza|Tarqui|Tesalia|Tello|Teruel|Timana|Villavieja|Yaguara",
  "La Guajira":
    "Riohacha|Albania|Barrancas|Dibulla|Distraccion|El Molino|Fonseca|Hatonuevo|La Jagua del Pilar|Maicao|Manaure|San Juan del Cesar|Uribia|Urumita|Villanueva",
  Magdalena:
    "Santa Marta|Algarrobo|Aracataca|Ariguani|Cerro de San Antonio|Chibolo|Cienaga|Concordia|El Banco|El Pinon|El Reten|Fundacion|Guamal|Nueva Granada|Pedraza|Pijiño del Carmen|Pivijay|Plato|Puebloviejo|Remolino|Sabanas de San Angel|Salamina|San Sebastian de Buenavista|San Zenon|Santa Ana|Santa Barbara de Pinto|Sitio Nuevo|Tenerife|Zapayan|Zona Bananera",
  Meta: "Villavicencio|Acacias|Barranca de Upia|Cabuyaro|Castilla la Nueva|Cubarral|Cumaral|El Calvario|El Castillo|El Dorado|Fuente de Oro|Granada|Guamal|Mapiripan|Mesetas|La Macarena|Uribe|Lejanias|Puerto Concordia|Puerto Gaitan|Puerto Lopez|Puerto Lleras|Puerto Rico|Restrepo|San Carlos de Guaroa|San Juan de Arama|San Juanito|San Martin|Vista Hermosa",
  Nariño:
    "Pasto|Alban|Aldana|Ancuya|Arboleda|Barbacoas|Belen|Buesaco|Colon|Consaca|Contadero|Cordoba|Cuaspud|Cumbal|Cumbitara|Chachagui|El Charco|El Penol|El Rosario|El Tablon de Gomez|El Tambo|Funes|Guachucal|Guaitarilla|Gualmatan|Iles|Imues|Ipiales|La Cruz|La Florida|La Llanada|La Tola|La Union|Leiva|Linares|Los Andes|Magui|Mallama|Mosquera|Narino|Olaya Herrera|Ospina|Francisco Pizarro|Policarpa|Potosi|Providencia|Puerres|Pupiales|Ricaurte|Roberto Payan|Samaniego|Sandona|San Bernardo|San Lorenzo|San Pablo|San Pedro de Cartago|Santa Barbara|Santacruz|Sapuyes|Taminango|Tangua|San Andres de Tumaco|Tuquerres|Yacuanquer",
  "Norte de Santander":
    "Cucuta|Abrego|Arboledas|Bochalema|Bucarasica|Cachira|Cacota|Chinacota|Chitaga|Convencion|Cucutilla|Durania|El Carmen|El Tarra|El Zulia|Gramalote|Hacari|Herran|Labateca|La Esperanza|La Playa de Belen|Los Patios|Lourdes|Mutiscua|Ocana|Pamplona|Pamplonita|Puerto Santander|Ragonvalia|Salazar|San Calixto|San Cayetano|Santiago|Sardinata|Silos|Teorama|Tibu|Toledo|Villa Caro|Villa del Rosario",
  Putumayo:
    "Mocoa|Colon|Orito|Puerto Asis|Puerto Caicedo|Puerto Guzman|Leguizamo|Sibundoy|San Francisco|San Miguel|Santiago|Valle del Guamuez|Villagarzon",
  Quindío: "Armenia|Buenavista|Calarca|Circasia|Cordoba|Filandia|Genova|La Tebaida|Montenegro|Pijao|Quimbaya|Salento",
  Risaralda:
    "Pereira|Apia|Balboa|Belen de Umbria|Dosquebradas|Guatica|La Celia|La Virginia|Marsella|Mistrato|Pueblo Rico|Quinchia|Santa Rosa de Cabal|Santuario",
  "San Andrés y Providencia": "San Andres|Providencia",
  Santander:
    "Bucaramanga|Aguada|Albania|Aratoca|Barbosa|Barichara|Barrancabermeja|Betulia|Bolivar|Cabrera|California|Capitanejo|Carcasi|Cepita|Cerrito|Charala|Charta|Chima|Chipata|Cimitarra|Concepcion|Confines|Contratacion|Coromoro|Curiti|El Carmen de Chucuri|El Guacamayo|El Penon|El Playon|Enciso|Encino|Florian|Floridablanca|Galan|Gambita|Giron|Guaca|Guadalupe|Guapota|Guavata|Guepsa|Hato|Jesus Maria|Jordan|La Belleza|Landazuri|La Paz|Lebrija|Los Santos|Macaravita|Malaga|Matanza|Mogotes|Molagavita|Ocamonte|Oiba|Onzaga|Palmar|Palmas del Socorro|Paramo|Piedecuesta|Pinchote|Puente Nacional|Puerto Parra|Puerto Wilches|Rionegro|Sabana de Torres|San Andres|San Benito|San Gil|San Joaquin|San Jose de Miranda|San Miguel|San Vicente de Chucuri|Santa Barbara|Santa Helena del Opon|Simacota|Socorro|Suaita|Sucre|Surata|Tona|Valle de San Jose|Velez|Vetas|Villanueva|Zapatoca",
  Sucre:
    "Sincelejo|Buenavista|Caimito|Coloso|Corozal|Coveñas|Chalan|El Roble|Galeras|Guaranda|La Union|Los Palmitos|Majagual|Morroa|Ovejas|Palmito|Sampues|San Benito Abad|San Juan de Betulia|San Marcos|San Onofre|San Pedro|San Luis de Since|Sucre|Santiago de Tolu|Tolu Viejo",
  Tolima:
    "Ibague|Alpujarra|Alvarado|Ambalema|Anzoategui|Armero Guayabal|Ataco|Cajamarca|Carmen de Apicala|Casabianca|Chaparral|Coello|Coyaima|Cunday|Dolores|Espinal|Falan|Flandes|Fresno|Guamo|Herveo|Honda|Icononzo|Lerida|Libano|San Sebastian de Mariquita|Melgar|Murillo|Natagaima|Ortega|Palocabildo|Piedras|Planadas|Prado|Purificacion|Rioblanco|Roncesvalles|Rovira|Saldana|San Antonio|San Luis|Santa Isabel|Suarez|Valle de San Juan|Venadillo|Villahermosa|Villarrica",
  "Valle del Cauca":
    "Cali|Alcala|Andalucia|Ansermanuevo|Argelia|Bolivar|Buenaventura|Guadalajara de Buga|Bugalagrande|Caicedonia|Calima|Candelaria|Cartago|Dagua|El Aguila|El Cairo|El Cerrito|El Dovio|Florida|Ginebra|Guacari|Jamundi|La Cumbre|La Union|La Victoria|Obando|Palmira|Pradera|Restrepo|Riofrio|Roldanillo|San Pedro|Sevilla|Toro|Trujillo|Tulua|Ulloa|Versalles|Vijes|Yotoco|Yumbo|Zarzal",
  Vaupés: "Mitu|Caruru|Pacoa|Taraira|Papunaua|Yavarate",
  Vichada: "Puerto Carreno|La Primavera|Santa Rosalia|Cumaribo",
};
