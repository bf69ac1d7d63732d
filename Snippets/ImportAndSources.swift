// Brings files into a library: by copying them, or in the folders where they are.
import OpenPhotoKit

// snippet.import
func importCard(_ card: URL, into library: PHPhotoLibrary) async throws {
    var options = LibraryImport.Options()
    options.album = "Memory card"
    options.excludedPatterns = ["*.tmp"]
    let report = try await library.importFiles([card], options: options) { event in
        switch event {
        case .imported(let file, let identifier): print(file.lastPathComponent, identifier)
        case .refused(let file, let reason): print(file.lastPathComponent, reason)
        case .progress(let progress): print(progress.filesDone, "of", progress.filesTotal)
        default: break
        }
    }
    print(report.importedCount, "imported,", report.duplicateCount, "known before")
}
// snippet.end

// snippet.source
func addPhotosInPlace(_ folder: URL, to library: PHPhotoLibrary) async throws {
    let source = try library.addSource(folder, excluding: ["Drafts"])
    let report = try await library.sweep(source)
    print(report.createdCount, "new photos,", report.vanishedCount, "offline")
    if let reason = report.offlineReason { print(reason) }
}
// snippet.end

// snippet.watching
func follow(_ library: PHPhotoLibrary) -> Task<Void, any Error> {
    Task {
        try await library.watchSources(quietSeconds: 2) { event in
            if case .swept(let folder, let report) = event {
                print(folder.path, report.createdCount, "new,", report.movedCount, "moved")
            }
        }
    }
}
// snippet.end

// snippet.facts
func printFacts(of file: URL) throws {
    let facts = try FileFacts(of: file)
    for fact in facts.facts { print(fact.name, fact.value, fact.source ?? "") }
    if case .date(let date) = facts["creationDate"] { print("taken", date) }
}
// snippet.end

// snippet.reread
func rereadOldFacts(of library: PHPhotoLibrary) async throws {
    let report = try await library.rereadFacts(.outdated, isDryRun: true) { event in
        if case .changed(let asset, _, let changes) = event {
            for change in changes { print(asset, change.property, change.before, change.after) }
        }
    }
    print(report.changedCount, "of", report.readCount, "photos would change")
}
// snippet.end

// snippet.predicate
func photos(matching text: String, in library: PHPhotoLibrary) throws -> PHFetchResult<PHAsset> {
    let options = PHFetchOptions()
    options.predicate = try FetchSyntax.predicate(text, for: .assets)
    return library.withCurrent { PHAsset.fetchAssets(with: options) }
}
// snippet.end

// snippet.search
func search(_ text: String, in library: PHPhotoLibrary) -> PHFetchResult<PHAsset> {
    let search = PhotoSearch(text)
    print("Searched for: \(search.understanding)")
    for problem in search.problems { print(problem.message) }
    return library.withCurrent { PHAsset.fetchAssets(matching: search, with: nil) }
}
// snippet.end

// snippet.hide
let folder = URL.temporaryDirectory.appending(path: "import-and-sources-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }
let card = folder.appending(path: "card")
let archive = folder.appending(path: "archive")
for path in [card, archive] {
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
}
// GIFs of one pixel, which differ in a comment.
let point = Data(
    base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
)
guard let point else { fatalError("The text is a GIF.") }
let picture = card.appending(path: "point.gif")
try point.write(to: picture)
try (point + Data("another".utf8)).write(to: archive.appending(path: "other.gif"))
let library = try PHPhotoLibrary.open(
    at: folder.appending(path: "Sample.photolib"),
    create: true,
    user: .owner
)
try await importCard(card, into: library)
try await addPhotosInPlace(archive, to: library)
let images = try photos(matching: "mediaType == \"image\"", in: library)
precondition(images.count == 2)
precondition(search("point photo -video", in: library).count == 1)
try printFacts(of: picture)
try await rereadOldFacts(of: library)
follow(library).cancel()
library.close()
