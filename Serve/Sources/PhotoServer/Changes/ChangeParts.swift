import OpenPhotoKit
import ServeRules

extension UndoRules.Change {
    /// Takes the parts that a change of the history touched.
    ///
    /// - Parameters:
    ///   - facts: What the change did.
    ///   - author: Who made the change.
    ///   - isLater: Whether it is a change since the one that is to be undone. What was put into an album since is part of it,
    ///     and taking back that the album was made would take that away.
    ///   - canReviveAlbums: Whether albums that the change deleted can be made again: then they are not gone for good.
    ///   - name: Returns the present identifier of an album or folder that was made again.
    init(
        _ facts: ChangeFacts,
        author: String,
        isLater: Bool = false,
        canReviveAlbums: Bool = false,
        name: (String) -> String
    ) {
        var parts: Set<UndoRules.Part> = []
        for object in facts.objects {
            let name = name(object.localIdentifier)
            if object.kind == .inserted || object.kind == .deleted {
                parts.insert(UndoRules.Part(object: name, name: UndoRules.Part.presence))
            }
            if object.kind == .inserted, !isLater {
                parts.insert(UndoRules.Part(object: name, name: UndoRules.Part.contents))
            }
            for property in object.valuesBefore.keys where property != "modificationDate" {
                // An edit of the picture changes its version with its size and more.
                let part = property == "trashedDate" ? UndoRules.Part.presence : property
                parts.insert(UndoRules.Part(object: name, name: part))
            }
        }
        for album in facts.memberships {
            if isLater {
                let part = UndoRules.Part(object: name(album.album), name: UndoRules.Part.contents)
                parts.insert(part)
            }
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
