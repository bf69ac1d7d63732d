import OpenPhotoKit
import ServeRules

extension UndoRules.Change {
    /// Takes the parts that a change of the history touched.
    ///
    /// - Parameters:
    ///   - facts: What the change did.
    ///   - author: Who made the change.
    ///   - canReviveAlbums: Whether albums that the change deleted can be made again: then they are not gone for good.
    ///   - name: Returns the present identifier of an album or folder that was made again.
    init(
        _ facts: ChangeFacts,
        author: String,
        canReviveAlbums: Bool = false,
        name: (String) -> String
    ) {
        var parts: Set<UndoRules.Part> = []
        for object in facts.objects {
            let name = name(object.localIdentifier)
            if object.kind == .inserted || object.kind == .deleted {
                parts.insert(UndoRules.Part(object: name, name: UndoRules.Part.presence))
            }
            for property in object.valuesBefore.keys where property != "modificationDate" {
                // An edit of the picture changes its version with its size and more.
                let part = property == "trashedDate" ? UndoRules.Part.presence : property
                parts.insert(UndoRules.Part(object: name, name: part))
            }
        }
        for album in facts.memberships {
            for asset in album.entered + album.left + album.moved {
                parts.insert(UndoRules.Part(object: name(album.album), name: "member:" + asset))
            }
        }
        let deleted =
            canReviveAlbums
            ? [] : facts.objects.filter { $0.kind == .deleted }.map { name($0.localIdentifier) }
        self.init(
            author: author,
            parts: parts,
            purged: facts.purgedAssets.union(deleted)
        )
    }
}
