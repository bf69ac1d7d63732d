// Keeps a library: opens it, decides about applications, backs it up, checks it and reads its history.
import OpenPhotoKit

// snippet.opening
func openLibrary(in folder: URL) throws -> PHPhotoLibrary {
    do {
        return try PHPhotoLibrary.open(
            at: folder.appending(path: "Family.photolib"),
            create: true,
            user: .owner
        )
    } catch let error as PHPhotosError where error.libraryProblem == .busy {
        print("Another process keeps the library locked. Try again later.")
        throw error
    }
}
// snippet.end

// snippet.current
func photoCount(in library: PHPhotoLibrary) -> Int {
    library.withCurrent { PHAsset.fetchAssets(with: .image, options: nil).count }
}
// snippet.end

// snippet.access
func limit(_ application: String, to album: PHAssetCollection, of library: PHPhotoLibrary) throws {
    try library.access.set(.limited, of: application)
    var identifiers: [String] = []
    library.withCurrent {
        PHAsset.fetchAssets(in: album, options: nil).enumerateObjects { asset, _, _ in
            identifiers.append(asset.localIdentifier)
        }
    }
    try library.access.select(identifiers, for: application)
}
// snippet.end

// snippet.question
func installQuestions() {
    PHPhotoLibrary.answerAccessQuestions { question in
        print("May \(question.application) use \(question.libraryLocation.lastPathComponent)?")
        return readLine() == "yes" ? .authorized : .later
    }
}
// snippet.end

// snippet.backup
func backUp(_ library: PHPhotoLibrary, to volume: URL) async throws {
    let report = try await library.backUp(to: volume.appending(path: "Family.photolib")) {
        done,
        total in
        print("\(done) of \(total) bytes")
    }
    print("copied", report.copiedFileCount, "of", report.fileCount, "files")
    for finding in report.findings { print(finding.message) }
    for left in report.leftOut { print(left.fileCount, "files stay in", left.source?.path ?? "-") }
}
// snippet.end

// snippet.check
func checkAndHeal(_ library: PHPhotoLibrary, from copies: [URL]) async throws {
    let report = try await library.check(readingBytes: true)
    for finding in report.findings { print(finding.severity, finding.subject, finding.message) }
    if report.isDamaged {
        let healing = try await library.heal(from: copies, readingBytes: true)
        print(healing.healedFiles.count, "files restored,", healing.lostCount, "still lost")
    }
    if report.findings.contains(where: \.isRepairable) {
        _ = try await library.repair()
    }
}
// snippet.end

// snippet.deleted
func restoreEverything(in library: PHPhotoLibrary) throws {
    let deleted = library.withCurrent { PHAsset.fetchRecentlyDeletedAssets(with: nil) }
    try library.performChangesAndWait { PHAssetChangeRequest.restoreAssets(deleted) }
}
// snippet.end

// snippet.settings
func keepLonger(in library: PHPhotoLibrary) throws {
    var settings = try library.settings()
    settings.daysInRecentlyDeleted = 90
    settings.daysOfHistory = 365
    try library.change(settings)
}
// snippet.end

// snippet.history
func printChanges(of library: PHPhotoLibrary, since text: String) throws -> String {
    guard let token = PHPersistentChangeToken(string: text) else {
        throw PHPhotosError(.persistentChangeTokenExpired)
    }
    var last = token
    for change in try library.fetchPersistentChanges(since: token) {
        let facts = try change.facts()
        print(change.author ?? "unknown", change.kindOfWork?.rawValue ?? "unknown")
        print("moved to Recently Deleted:", facts.trashedAssets.count)
        for album in facts.memberships { print(album.album, "gained", album.entered.count) }
        for object in facts.objects {
            print(object.localIdentifier, object.kind, object.valuesBefore.keys.sorted())
        }
        last = change.changeToken
    }
    return last.stringValue
}
// snippet.end

// snippet.diagnosis
func printDiagnosis(of library: PHPhotoLibrary) throws {
    let facts = try library.systemFacts()
    print("version \(facts.version), SQLite \(facts.sqliteVersion)")
    if let system = facts.fileSystem { print(system.type, "at", system.mountPoint) }
    let problems = [facts.folderProblem, facts.databaseProblem, facts.worker.problem]
    for problem in problems.compactMap(\.self) { print(problem) }
}
// snippet.end

// snippet.hide
let folder = URL.temporaryDirectory.appending(path: "own-library-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let library = try openLibrary(in: folder)
installQuestions()
PHPhotoLibrary.answerAccessQuestions(with: nil)
let beginning = library.currentChangeToken.stringValue
// A GIF of one pixel.
let point = Data(
    base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
)
guard let point else { fatalError("The text is a GIF.") }
try library.performChangesAndWait(work: .edit) {
    let photo = PHAssetCreationRequest.forAsset()
    photo.addResource(with: .photo, data: point, options: nil)
    let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Own")
    album.addAssets([photo.placeholderForCreatedAsset].compactMap(\.self) as NSArray)
}
precondition(photoCount(in: library) == 1)
let albums = library.withCurrent {
    PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: nil)
}
guard let album = albums.firstObject else { fatalError("No album was added.") }
try limit("org.example.frame", to: album, of: library)
let selection = try library.access.selection(of: "org.example.frame")
precondition(selection.count == 1)
let volume = folder.appending(path: "volume")
try FileManager.default.createDirectory(at: volume, withIntermediateDirectories: true)
try await backUp(library, to: volume)
precondition(PHPhotoLibrary.isBackup(at: volume.appending(path: "Family.photolib")))
try await checkAndHeal(library, from: [volume])
let photos = library.withCurrent { PHAsset.fetchAssets(with: nil) }
try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(photos) }
precondition(photoCount(in: library) == 0)
try restoreEverything(in: library)
precondition(photoCount(in: library) == 1)
try keepLonger(in: library)
let end = try printChanges(of: library, since: beginning)
precondition(end == library.currentChangeToken.stringValue)
try printDiagnosis(of: library)
library.close()
