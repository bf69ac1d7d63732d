import OpenPhotoKit

/// The pinned photos whose files are not on this disk.
struct PinnedAway {
    /// The number of photos with files that remotes have.
    private let fetchable: Int
    /// The number of photos with files that no remote has any more.
    private let lost: Int
    private let all: Int

    init(_ assets: [PHAsset], in library: PHPhotoLibrary) throws {
        lost = try library.assetsLost(among: assets).count
        fetchable = try library.assetsElsewhere(among: assets).count - lost
        all = assets.count
    }

    /// Whether no photo is on this disk.
    var isAll: Bool { all > 0 && fetchable + lost == all }

    /// Sentences that say how the files come to this disk; empty without such photos.
    var text: String {
        var text = ""
        if fetchable > 0 {
            text +=
                " \(filesText(count: fetchable)) not on this disk yet: \"photokit remote fetch\" with the same choice brings \(Wording.them(fetchable)) here."
        }
        if lost > 0 {
            text +=
                " \(filesText(count: lost)) lost: \"photokit check\" says how \(lost == 1 ? "it comes" : "they come") back."
        }
        return text
    }

    private func filesText(count: Int) -> String {
        switch (count == 1, count == all) {
        case (true, true): "Its file is"
        case (false, true): "Their files are"
        case (true, false): "The file of 1 photo is"
        case (false, false): "The files of \(count) photos are"
        }
    }
}
