package import Foundation
import PhotosStore
import PhotosTestSupport

/// A library with something of everything, the same each time it is made from the same seed.
package enum PreparedLibrary {
    /// The fewest pictures that the operations can do with.
    package static let fewestPictures = 16

    package static func make(
        at folder: URL,
        seed: UInt64 = 11,
        pictures count: Int = fewestPictures
    ) throws {
        let store = try Library.open(folder, create: true, environment: .test(seed: seed))
        let pictures = try store.addPictures(max(count, fewestPictures))
        let album = try store.addAlbum("Album", Array(pictures.prefix(10)))
        let trip = try store.addFolder("Trip")
        let day = try store.addFolder("Day", in: trip)
        let inside = try store.addAlbum("Inside", Array(pictures.suffix(5)))
        try store.commit(
            .editChildren(folder: day, ListEdits(steps: [.append([inside])])),
            .members(album, .move([0, 1], to: 4))
        )
        try store.commit(.edit(pictures[0]))
        try store.commit(.deleteAssets(Array(pictures[1...3])))
        // Two trips to the trash and back leave history to prune.
        try store.commit(.deleteAssets([pictures[4]]))
        try store.commit(.restoreAssets([pictures[4]]))
        store.close()
    }
}
