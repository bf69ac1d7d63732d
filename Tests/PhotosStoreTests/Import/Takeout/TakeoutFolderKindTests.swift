import PhotosImport
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct TakeoutFolderKindTests {
    @Test(arguments: [
        "Photos from 2020", "Fotos von 2020", "Photos de 2018", "Fotos del 2018", "Foto_s van 2019",
        "Zdjęcia z roku 2022", "2021 年的照片", "2019-05-31", "2019-05-31 #2", "Photos from 1899",
    ])
    func `folders of a year or a day are no albums`(name: String) {
        #expect(TakeoutFolderKind(name: name, albumTitle: nil) == .period)
        #expect(TakeoutFolderKind(name: name, albumTitle: name) == .period)
        #expect(TakeoutFolderKind(name: name, albumTitle: "") == .period)
    }

    @Test(arguments: ["Italy 2019", "2019", "Photos from Italy", "12 photos", "2019-05"])
    func `albums may have numbers in their names`(name: String) {
        #expect(TakeoutFolderKind(name: name, albumTitle: name) == .album(title: name))
        #expect(TakeoutFolderKind(name: name, albumTitle: nil) == .album(title: name))
    }

    @Test func `the title is that of the album data and not of the folder`() {
        #expect(
            TakeoutFolderKind(name: "Gary_s birthday(1)", albumTitle: "Gary's birthday")
                == .album(title: "Gary's birthday")
        )
        #expect(
            TakeoutFolderKind(name: "Photos from 2020", albumTitle: "Best of")
                == .album(title: "Best of")
        )
    }

    @Test(arguments: ["Untitled", "Untitled(3)", "Sans titre(1)", "Без заглавие(15)", "无标题"])
    func `albums without a title are known as such`(name: String) {
        #expect(TakeoutFolderKind(name: name, albumTitle: nil) == .untitled)
        #expect(TakeoutFolderKind(name: name, albumTitle: "") == .untitled)
    }

    @Test(arguments: ["Trash", "Bin", "Papierkorb", "Corbeille", "Papelera", "Корзина"])
    func `the trash is known in several languages`(name: String) {
        #expect(TakeoutFolderKind(name: name, albumTitle: nil) == .trash)
        #expect(TakeoutFolderKind(name: name, albumTitle: name) == .album(title: name))
    }

    @Test(arguments: ["Archive", "Archiv", "Archivo", "归档文件"])
    func `the archive is known in several languages`(name: String) {
        #expect(TakeoutFolderKind(name: name, albumTitle: nil) == .archive)
        #expect(TakeoutFolderKind(name: name, albumTitle: name) == .album(title: name))
    }

    @Test func `videos that failed are no album`() {
        #expect(TakeoutFolderKind(name: "Failed Videos", albumTitle: nil) == .failed)
    }
}
