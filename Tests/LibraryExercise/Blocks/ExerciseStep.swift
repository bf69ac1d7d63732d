import Foundation
package import Photos

/// An object that a block names: one that exists, or one that the same block makes.
package enum ObjectName: Hashable {
    case known(String)
    /// By the number of the step that makes it.
    case new(Int)
}

/// One request of a random block, as a value: performed through the API, and applied to a model.
package enum ExerciseStep {
    case createAsset(new: Int, width: Int, height: Int, [PropertyEdit])
    case editAsset(String, [PropertyEdit])
    case deleteAssets([String])
    case restoreAssets([String])
    case purgeAssets([String])
    case createAlbum(new: Int, title: String, members: [ObjectName])
    case renameAlbum(String, title: String)
    case deleteAlbums([String])
    case editMembers(album: String, seen: SeenList?, [ArrangementEdit])
    case createFolder(new: Int, title: String, children: [ObjectName])
    case renameFolder(String, title: String)
    case deleteFolders([String])
    /// Nil stands for the top level, whose edits need a view.
    case editChildren(folder: String?, seen: SeenList?, [ArrangementEdit])
}

/// A property of an asset and its new value.
package enum PropertyEdit: Hashable {
    case favorite(Bool)
    case hidden(Bool)
    case rating(Int)
    case caption(String?)
    case creationDate(Double?)
    case place(Double, Double)
    case noPlace
    case addKeyword(String)
    case removeKeyword(String)
}

/// One edit of an ordered list, with the meaning that the change requests give it.
package enum ArrangementEdit {
    case append([ObjectName])
    case insert([ObjectName], at: [Int])
    case remove([String])
    case removeAt([Int])
    case replace([Int], with: [ObjectName])
    case move([Int], to: Int)
}

/// A list that somebody fetched some time ago and makes a request with: fresh or stale.
package struct SeenList: CustomStringConvertible {
    package enum Result {
        case assets(PHFetchResult<PHAsset>)
        case collections(PHFetchResult<PHCollection>)
    }

    package let identifiers: [String]
    package let result: Result

    package init(assets: PHFetchResult<PHAsset>) {
        identifiers = assets.objects(at: IndexSet(0..<assets.count)).map(\.localIdentifier)
        result = .assets(assets)
    }

    package init(collections: PHFetchResult<PHCollection>) {
        identifiers = collections.objects(at: IndexSet(0..<collections.count))
            .map(\.localIdentifier)
        result = .collections(collections)
    }

    package var description: String { "seen(\(identifiers))" }
}
