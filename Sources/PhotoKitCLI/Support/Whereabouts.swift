import OpenPhotoKit

/// Whether the files of a photo are on this disk.
struct Whereabouts {
    /// Whether a file left this disk for a remote.
    var isElsewhere = false
    /// Whether no remote is known to have such a file any more.
    var isLost = false

    init(isElsewhere: Bool, isLost: Bool) {
        self.isElsewhere = isElsewhere && !isLost
        self.isLost = isLost
    }

    init(of resource: PHAssetResource) {
        self.init(isElsewhere: resource.isElsewhere, isLost: resource.isLost)
    }

    init(of resources: [PHAssetResource]) {
        let all = resources.map(Whereabouts.init(of:))
        isElsewhere = all.contains(where: \.isElsewhere)
        isLost = all.contains(where: \.isLost)
    }

    /// The text behind a file; empty for a file on this disk or in a source.
    var text: String {
        isLost
            ? ", lost: no remote had it at the last look; \"photokit check\" says how it comes back"
            : isElsewhere ? ", in remotes alone" : ""
    }
}
