import { kindsOfWords } from "../linear/kinds-of-words.ts";

/**
 * What the words of a call for help are about, kind by kind: who, what was taken and how much, what the body does, what ends.
 * Most words are of no kind, and some of several. In plain letters; a star at the end stands for the rest of the word.
 */
const KINDS: Readonly<Record<string, string>> = {
  kin: `mama mami mamita mamacita papa papi papito taita taitica cucho cucha viejo vieja viejito viejita abuel* nono nona nonito nonita
    mita hij* nin* nene nena bebe* beba bebita bebito pelad* chin* guambit* muchach* culicagad* nieto* nieta* nietic* herman* tia tio
    tias tios prim* cunad* suegr* yerno nuera espos* marid* pareja novi* mujer senor senora don dona companer* amig* vecin* comadre*
    compadre* parcer* roommate jefe jefa patron patrona emplead* trabajador* paciente sobrin* ahijad* madrin* padrin* profe profesor*
    gemel* mellis* criatura nana nano romie`,
  child: `nin* nene nena bebe* beba bebita bebito pelad* pelao* chinit* guambit* culicagad* nieto* nieta* nietic* criatura recien gemel*
    mellis* menor anito* hijo hija hijito hijita sobrin*`,
  animal: `perr* gat* gatic* michi* cachorr* minin* mascot* canin* lor* conej* hamster pollit* marran* cabra* vaca* caball* yegua*`,
  swallowedByMe: `tome trague comi meti eche mande zampe empuje ingeri bebi embuti pase chupe mastique tomado tragado comido pegue baje
    clave`,
  swallowed: `tomo trago comio metio echo mando zampo empujo ingirio bebio embutio paso chupo mastico mordio lamio tragaron tomaron
    comieron metieron echaron bajo clavo pego engullo manduco devoro agarro cogio abrio destapo encontro`,
  given: `di dimos dio dieron eche echamos echaron aplique inyecte`,
  pills: `pastill* pasta* pastic* pepa* pepit* tablet* capsul* comprimid* gomit* dosis frasc* tarr* pote* caja cajita blister sobre*
    melatonina somnio* medicament* medicina* remedio* droga* gotas gotero veneno cloro racumin raticida insecticida gramoxone fungicida
    matamaleza acetaminofen clonazepam rivotril alcohol trago* aguardiente guaro chirrinchi ron cerveza* chapil`,
  much: `tres cuatro cinco seis siete ocho nueve diez once doce trece quince dieciocho veinte veinti* treinta cuarenta cincuenta sesenta
    ochenta noventa cien varias varios muchas muchos todas todos todo toda entero entera enteras enteros completo completa medio mitad
    monton punado harto hartas hartos unas unos cuantas bastante* demas doble triple sobra* mas*`,
  none: `nada nadie ninguno ninguna nunca jamas ni tampoco`,
  not: `no ni sin tampoco`,
  reacts: `despierta* despertar* despiert* responde* respond* reacciona* reaccion* contesta* contestar* levanta* levantar*
    abre abrir para* parar* sostiene* sosten* mueve* mover* movi* habla* hablar hablo conoce reconoce* coordina* pronuncia* camina*
    caminar respir* resuell* traga* tragar pasa recuerda* vuelve* volver ubica*`,
  breath: `respir* resuell* aire ahog* asfixi* atragant* pulmon* silba* pita* sofoc* resopl* boquea* jadea* aliento oxigeno`,
  body: `pecho corazon labio* lengua cara brazo* garganta cuello boca ojo* parpado* barriga estomago panza piel mano* pie pies pierna*
    cabeza sangre pulso latido* mandibula quijada espalda dedo* unas nuca cuerpo vista saliva espuma baba* orina rostro lado cachete*
    pupila* pescuezo muneca* vena* frente sien cien tripa* costilla*`,
  sign: `morad* azul* azulad* hinch* inflam* fri* helad* palid* blanc* gris sud* tembl* tiembl* desmay* desvanec* desgonz* desplom*
    privad* inconsc* ties* duro entum* dormid* adormec* ronch* sarpull* vomit* bot* babe* espum* convuls* mare* tambale* borros* doble
    negro amarill* verd* colorad* rojo roja manch* punzad* apret* aprieta* oprim* quem* ard* duele* dolor* acelera* galop* brinc* salta*
    rara raro raras lento lenta lentic* despacit* flojo floja flojit* guind* blandit* lel* ido ida elevad* perdid* torcid* torci* chuec*
    boquiabiert* volte* desorient* alucin* delir* incoheren* enred* trabad* pegad* tranc* cerrad* cierra* cerr* pesad* debil* fatal
    grave mal maluc* calient* fiebre hirviendo`,
  blood: `sangr* desangr* hemorrag* charco charquito herid* cort* reguero`,
  falls: `cayo caer caido cai golpeo golpe desplomo tumbo rodo estrello choco`,
  dying: `mori* muer* muert* mata* matar* suicid* colg* ahorc* tirar* botarme lanz* vivir vida existir desaparec* fallec* entierr*
    velorio* funeral* cementerio cajon tumba cielo reunir*`,
  ending: `despid* despedi* adios siempre ultima ultimo ultimas ultimos definitiv* final fin acab* termin* descans* paz eterno eterna
    eternament* jamas nunca cansad* agotad* harto harta aguant* sentido falta estorb* carga sobro sobra perdon* carta nota papel recado
    testamento herencia encargo cuid* cuide* regal* reparti* vuelv* despert* dormir* duerm* amanecer amanezc* manana ya`,
  farewell: `carta* cartic* nota notica mensaje* audio* recado papelito vendio vendi borro borre regalo regale repartio reparti dejo deje
    herencia seguro lapida ceniza* tumba encuentr* conectad* chulo visto`,
  height: `puente* viaducto* techo* azotea terraza balcon* edificio* ventana* baranda* carrilera riel* metro tren rio represa abismo
    barranco cornisa piso`,
  means: `soga lazo cuerda cinturon navaja* cuchilla* bisturi gillete gillette cuter pistola revolver escopeta fierro veneno gas
    electrocut* tijera* machete* candado llave* plancha aceite gasolina candela fosforo*`,
  violence: `golpe* golpeo peg* amenaz* cuchill* revolver pistola machete navaj* arma encerr* escond* grit* punos patad* ahorc*
    estrangul* viol* abus* maltrat* forceje* tumb* puerta quebr* rompe* rompi* bravo brava borrach* furios* celos* agarr* jal* empuj*
    atac* policia matar* mata`,
  help: `ayud* auxili* socorr* urgenc* emergen* hospital clinica ambulancia medic* doctor* enfermer* 123 125 policia llam* corr* rapid*
    ya pronto afan`,
  asks: `que cual cuanto cuanta cuantas cuantos como`,
  does: `hago hacer hacemos haria hacerle hagale doy darle damos llevo llevar llevarl* lleve`,
  now: `ahora ahorita ya hoy anoche acaba acabo momento rato minutos minutico hace hora horas esta* estoy sigue* lleva* desde`,
  longAgo: `anos ano meses cuando era chiquit* joven antes antigu* siglo*`,
  laughs: `jaj* jej* jij* jua* lol mentira* broma chiste mamando`,
  sleep: `dorm* duerm* suen* descans* ronc* pijama cama almohada insomnio desvel*`,
  good: `bien bueno buena rico ric* delici* feliz content* encantad* graci* gust* sirvi* funciono maravill* mejor* excelent* divin*
    chever* bacan* berrac* tranquil* alent*`,
  order: `pedido ped* compr* envi* mand* paquete direccion direcion calle carrera cra cll barrio frasco* tarro* precio* vale* cuest*
    pag* contraentrega domicilio resumen confirm* nombre apellido`,
  sad: `trist* llor* solo sola soledad desespera* angusti* depre* deprim* vacio desgraci* mamad* hundid* sufr* dolor verguenza culpa
    inutil pesa* oscur* fondo pozo salida fuerza* ganas animo* amarg*`,
  self: `yo me mi conmigo mio mia`,
  others: `se le lo la su ella el ellos`,
  whether: `si cuando puedo puede pueden podria podra sera servira es`,
};

export const kindsOfWord = kindsOfWords(KINDS);
