import Foundation
import PhotosMedia

/// The contents of one folder of an export, read and sorted.
struct TakeoutContents {
    struct Partner {
        var file: TakeoutFolder.File
        var says: TakeoutPartner
    }

    let path: [String]
    private(set) var kind: TakeoutFolderKind
    private(set) var media: [(file: TakeoutFolder.File, kind: MediaKind)] = []
    private(set) var partners: [Partner] = []
    private(set) var losses: [ImportCatalog.Loss] = []

    init(_ folder: TakeoutFolder) {
        path = folder.path
        kind = .period
        var albumTitle: String?
        var isDescribed: TakeoutFolder.File?
        // Parts of an export may contain the same file twice.
        var known: [String: [TakeoutFolder.File]] = [:]
        for file in folder.files {
            let earlier = known[file.name, default: []]
            if earlier.contains(where: { Self.isSame($0, as: file) }) { continue }
            known[file.name] = earlier + [file]
            guard file.name.lowercased().hasSuffix(".json") else {
                addFile(file)
                continue
            }
            switch readDocument(file) {
            case .photo(let says): partners.append(Partner(file: file, says: says))
            case .album(let title, let description):
                if albumTitle?.isEmpty ?? true { albumTitle = title }
                if description?.isEmpty == false { isDescribed = file }
            case .other:
                recordLoss(
                    of: file,
                    reason: "These are notes of Google Photos and no photo: they are left out."
                )
            case nil: break
            }
        }
        // The folder that contains all folders is no album.
        guard !path.isEmpty else { return }
        kind = TakeoutFolderKind(name: folder.name, albumTitle: albumTitle)
        if let isDescribed, case .album = kind {
            recordLoss(
                of: isDescribed,
                reason: "The album's description is left out: albums have a title only."
            )
        }
        if kind == .untitled, !media.isEmpty {
            losses.append(
                .init(
                    path: path.joined(separator: "/"),
                    reason: "The album has no title, and Google puts several such albums into one "
                        + "folder: its photos come in, but in no album."
                )
            )
        }
    }

    private mutating func addFile(_ file: TakeoutFolder.File) {
        if let kind = TakeoutMediaKind.of(file) {
            media.append((file, kind))
        } else {
            recordLoss(
                of: file,
                reason:
                    "This is neither a photo nor a movie nor what Google notes of one: it is left out."
            )
        }
    }

    private mutating func readDocument(_ file: TakeoutFolder.File) -> TakeoutDocument? {
        guard file.byteCount <= TakeoutDocument.maximumSize else {
            recordLoss(
                of: file,
                reason: "The file is too large to be what Google notes of a photo: it is left out."
            )
            return nil
        }
        guard let data = try? Data(contentsOf: file.url) else {
            recordLoss(
                of: file,
                reason: "The file cannot be read. Check its permissions and import again."
            )
            return nil
        }
        guard let document = TakeoutDocument(data) else {
            recordLoss(
                of: file,
                reason:
                    "The file is damaged: what it notes of a photo is lost. Unpack the export again."
            )
            return nil
        }
        return document
    }

    private mutating func recordLoss(of file: TakeoutFolder.File, reason: String) {
        losses.append(.init(path: file.path, reason: reason))
    }

    private static func isSame(_ first: TakeoutFolder.File, as second: TakeoutFolder.File) -> Bool {
        first.url == second.url
            || first.byteCount == second.byteCount
                && FileManager.default.contentsEqual(
                    atPath: first.url.path,
                    andPath: second.url.path
                )
    }
}
