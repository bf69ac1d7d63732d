import OpenPhotoKit

/// Titles that several albums or folders have, so that commands can no longer name them by title.
enum SharedTitle {
    /// Returns a notice if several albums have a title; nil for a title of one.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - identifiers: The identifiers of the albums or folders that have it.
    ///   - plural: The plural of their kind, such as "albums".
    /// - Returns: A sentence with what to write instead.
    static func noticeText(title: String, identifiers: [String], plural: String) -> String? {
        guard identifiers.count > 1 else { return nil }
        let list = identifiers.map(Wording.shortIdentifier).joined(separator: ", ")
        return
            "\(identifiers.count) \(plural) are called \"\(Table.printableText(title))\" now. Commands need the identifier of one: \(list)."
    }

    /// Writes a notice if several albums of one's own have a title.
    static func complain(ofAlbums title: String) {
        let albums = [PHAssetCollectionType.album, .smartAlbum].flatMap { type in
            let found = PHAssetCollection.fetchAssetCollections(
                with: type,
                subtype: .any,
                options: nil
            )
            return found.objects(at: IndexSet(0..<found.count))
        }
        complain(title, among: albums, plural: "albums")
    }

    /// Writes a notice if several folders have a title.
    static func complain(ofFolders title: String) {
        let found = PHCollectionList.fetchCollectionLists(
            with: .folder,
            subtype: .any,
            options: nil
        )
        complain(title, among: found.objects(at: IndexSet(0..<found.count)), plural: "folders")
    }

    private static func complain(_ title: String, among all: [PHCollection], plural: String) {
        let identifiers = all.filter { $0.localizedTitle == title }.map(\.localIdentifier)
        guard let sentence = noticeText(title: title, identifiers: identifiers, plural: plural)
        else { return }
        Output.shared.complain(sentence)
    }
}
