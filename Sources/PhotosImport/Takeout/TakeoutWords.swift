import Foundation

/// The words that Google writes into names, in the language of the account.
///
/// Documentation/Takeout.md says which words were seen in exports, and which are plain translations.
package enum TakeoutWords {
    /// The suffixes of the names of edited copies.
    package static let edited: [String] = [
        "edited", "bearbeitet", "modifié", "ha editado", "editado", "editada", "modificato",
        "bewerkt", "edytowane", "editat", "redigeret", "redigert", "redigerad", "muokattu",
        "upravené", "upraveno", "szerkesztett", "düzenlendi", "отредактировано",
        "відредаговано", "編集済み", "编辑", "已编辑", "已編輯", "편집됨",
    ].map { "-\($0.precomposedStringWithCanonicalMapping)" }

    /// The words before the year in the name of a folder with a year's photos.
    static let yearBefore: Set<String> = [
        "photos from", "fotos von", "fotos aus", "photos de", "photos du", "fotos de", "fotos del",
        "foto del", "foto dal", "foto da", "foto's van", "foto_s van", "foto's uit", "foto_s uit",
        "zdjęcia z", "zdjęcia z roku", "foton från", "billeder fra", "bilder fra", "bilder från",
        "kuvat vuodelta", "fotky z roku", "fotky z", "fotografii din", "fotos d'", "fotos des de",
        "фото за", "фотографии за", "фото от", "снимки от",
    ]

    /// The words after the year.
    static let yearAfter: Set<String> = ["年の写真", "年的照片", "년의 사진", "年照片"]

    static let trash: Set<String> = [
        "trash", "bin", "papierkorb", "corbeille", "papelera", "cestino", "prullenbak", "lixeira",
        "lixo", "kosz", "papperskorgen", "papirkurv", "papirkurven", "roskakori", "koš", "kôš",
        "paperera", "coș de gunoi", "корзина", "кошик", "кошче", "ゴミ箱", "回收站", "垃圾桶", "휴지통",
        "çöp kutusu", "lomtár",
    ]

    static let archive: Set<String> = [
        "archive", "archiv", "archives", "archivo", "archivio", "archief", "arquivo", "archiwum",
        "arkiv", "arkisto", "archív", "arxiu", "arhivă", "архив", "архів", "アーカイブ", "归档文件", "归档",
        "封存", "보관함", "arşiv", "archívum",
    ]

    static let untitled: Set<String> = [
        "untitled", "ohne titel", "unbenannt", "sans titre", "sin título", "senza titolo",
        "naamloos", "sem título", "bez tytułu", "utan titel", "uden titel", "uten tittel",
        "nimetön", "bez názvu", "sense títol", "без названия", "без назви", "без заглавие", "無題",
        "无标题", "無標題", "제목 없음", "adsız", "névtelen",
    ]

    static let failed: Set<String> = ["failed videos"]

    /// Returns whether a folder below `Takeout` is the folder of the photos, in any language.
    static func isPhotosFolder(_ name: String) -> Bool {
        let words = name.lowercased().split(whereSeparator: { $0 == " " || $0 == "_" })
        guard words.count == 2, words.contains("google") else { return false }
        let other = words.first { $0 != "google" }.map(String.init) ?? ""
        return photos.contains(other.precomposedStringWithCanonicalMapping)
    }

    private static let photos: Set<String> = [
        "photos", "fotos", "foto", "foto's", "фото", "снимки", "fotky", "zdjęcia", "fotoğraflar",
        "kuvat", "フォト", "相册", "相簿", "포토", "фотографии", "fotók", "bilder",
    ]
}
