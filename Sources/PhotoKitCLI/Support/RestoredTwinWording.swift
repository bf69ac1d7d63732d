import OpenPhotoKit

/// Sentences about photos with the same bytes, of which one is restored from Recently Deleted.
enum RestoredTwinWording {
    /// Returns a sentence about photos that stay in Recently Deleted; nil without such photos.
    ///
    /// - Parameter names: Their file names.
    /// - Returns: The sentence, which says how to have the photos.
    static func stayingSentence(_ names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let (stays, those) =
            names.count == 1
            ? (
                "stays in Recently Deleted, because another photo with the same bytes took its place",
                "it"
            )
            : (
                "stay in Recently Deleted, because other photos with the same bytes took their places",
                "them"
            )
        return
            "\(PhotoCount.text(names.count)) \(stays): \(Wording.nameList(names)). To have \(those), too, name \(those): \"photokit restore ID\"."
    }

    /// Returns a sentence about restored photos whose bytes other photos have, too; nil without such photos.
    ///
    /// - Parameter names: Their file names.
    /// - Returns: The sentence, which says how to compare the photos.
    static func equalSentence(_ names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let has =
            names.count == 1
            ? "has the same file as another one in the library"
            : "have the same files as others in the library"
        return
            "\(PhotoCount.text(names.count)) \(has): \(Wording.nameList(names)). \"photokit duplicates\" shows both."
    }
}

extension [PHAsset] {
    /// The file names of photos; an identifier where one has no name.
    var fileNames: [String] { map { AssetDescription($0).filename ?? $0.localIdentifier } }
}
