import OpenPhotoKit
import ServeRules

extension UndoRules.Change {
    /// Takes the parts that a change of the history touched.
    init(_ facts: ChangeFacts, author: String) {
        var parts: Set<UndoRules.Part> = []
        for object in facts.objects {
            let name = object.localIdentifier
            if object.kind == .inserted {
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
                parts.insert(UndoRules.Part(object: album.album, name: "member:" + asset))
            }
        }
        let deleted = facts.objects.filter { $0.kind == .deleted }.map(\.localIdentifier)
        self.init(
            author: author,
            parts: parts,
            purged: facts.purgedAssets.union(deleted)
        )
    }
}
