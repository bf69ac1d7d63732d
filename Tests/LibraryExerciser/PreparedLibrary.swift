import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// A library with something of everything, the same each time it is made.
enum PreparedLibrary {
    static let environment = EngineEnvironment.test(seed: 11)

    static func make(at folder: URL) throws {
        let store = try Library.open(folder, create: true, environment: environment)
        let pictures = try store.addPictures(16)
        let album = try store.addAlbum("Album", Array(pictures.prefix(10)))
        let trip = try store.addFolder("Trip")
        let day = try store.addFolder("Day", in: trip)
        let inside = try store.addAlbum("Inside", Array(pictures.suffix(5)))
        try store.commit(
            .editChildren(folder: day, ListEdits(steps: [.append([inside])])),
            .members(album, .move([0, 1], to: 4)))
        try store.commit(.edit(pictures[0]))
        try store.commit(.deleteAssets(Array(pictures[1...3])))
        // Two trips to the trash and back leave history to prune.
        try store.commit(.deleteAssets([pictures[4]]))
        try store.commit(.restoreAssets([pictures[4]]))
        store.close()
    }
}
