import Foundation

/// The words that Google writes into names, in the language of the account.
///
/// Most are plain translations. Comments name the words that were seen in exports, with the sources; immich-go means its
/// docs/misc/google-takeout.md.
package enum TakeoutWords {
    /// The suffixes of the names of edited copies.
    ///
    /// Seen in exports: "edited", "bearbeitet", "modifié", "modificato", "editat", "edytowane", "bewerkt", "編集済み",
    /// "编辑", "ha editado" and "editada" (immich-go; GooglePhotosTakeoutHelper 115, 129; extra_formats.dart of
    /// GooglePhotosTakeoutHelper_Neo).
    package static let edited: [String] = [
        "edited", "bearbeitet", "modifié", "ha editado", "editado", "editada", "modificato",
        "bewerkt", "edytowane", "editat", "redigeret", "redigert", "redigerad", "muokattu",
        "upravené", "upraveno", "szerkesztett", "düzenlendi", "отредактировано",
        "відредаговано", "編集済み", "编辑", "已编辑", "已編輯", "편집됨",
    ].map { "-\($0.precomposedStringWithCanonicalMapping)" }

    /// The words before the year in the name of a folder with a year's photos.
    ///
    /// Seen in exports: "photos from" (GooglePhotosTakeoutHelper 10, 30), "fotos von", "fotos del", "photos de" and
    /// "zdjęcia z roku" (takeout_folder_classifier_service.dart of GooglePhotosTakeoutHelper_Neo; tests of a
    /// "takeout_engine" on GitHub).
    static let yearBefore: Set<String> = [
        "photos from", "fotos von", "fotos aus", "photos de", "photos du", "fotos de", "fotos del",
        "foto del", "foto dal", "foto da", "foto's van", "foto_s van", "foto's uit", "foto_s uit",
        "zdjęcia z", "zdjęcia z roku", "foton från", "billeder fra", "bilder fra", "bilder från",
        "kuvat vuodelta", "fotky z roku", "fotky z", "fotografii din", "fotos d'", "fotos des de",
        "фото за", "фотографии за", "фото от", "снимки от",
    ]

    /// The words after the year.
    static let yearAfter: Set<String> = ["年の写真", "年的照片", "년의 사진", "年照片"]

    /// The names of the folder with deleted photos.
    ///
    /// Seen in exports: "trash" and "corbeille" (immich-go; its issue 537).
    static let trash: Set<String> = [
        "trash", "bin", "papierkorb", "corbeille", "papelera", "cestino", "prullenbak", "lixeira",
        "lixo", "kosz", "papperskorgen", "papirkurv", "papirkurven", "roskakori", "koš", "kôš",
        "paperera", "coș de gunoi", "корзина", "кошик", "кошче", "ゴミ箱", "回收站", "垃圾桶", "휴지통",
        "çöp kutusu", "lomtár",
    ]

    /// The names of the folder with archived photos.
    ///
    /// Seen in exports: "archive" and "归档文件" (immich-go; its issue 537).
    static let archive: Set<String> = [
        "archive", "archiv", "archives", "archivo", "archivio", "archief", "arquivo", "archiwum",
        "arkiv", "arkisto", "archív", "arxiu", "arhivă", "архив", "архів", "アーカイブ", "归档文件", "归档",
        "封存", "보관함", "arşiv", "archívum",
    ]

    /// The names of albums without a title.
    ///
    /// Seen in exports: "untitled" and "无标题" (immich-go; its issue 537).
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
