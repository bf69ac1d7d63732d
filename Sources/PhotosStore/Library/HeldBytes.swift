import Foundation

/// Where a library has some bytes, and whether it still has them.
struct HeldBytes: Sendable {
    /// A resource whose file is gone or damaged.
    struct Broken: Hashable, Sendable {
        var file: HeldFile
        var isDamaged: Bool
    }

    /// The assets with a resource of these bytes, oldest first.
    var assets: [UUID] = []
    var broken: [Broken] = []

    /// - Parameters:
    ///   - files: the resources of these bytes.
    ///   - verifier: what looks at their files.
    ///   - sparesOffline: leaves alone what waits for its file in a source, as a sweep does: the file may come back.
    /// - Throws: ``StoreError`` where the system cannot tell.
    init(_ files: [HeldFile], _ verifier: OriginalVerifier, sparesOffline: Bool) throws {
        for file in files {
            if !assets.contains(file.asset) { assets.append(file.asset) }
            if sparesOffline, file.sourceFileID != nil || file.isOffline { continue }
            switch try verifier.condition(of: file) {
            case .whole: break
            case .missing: broken.append(Broken(file: file, isDamaged: false))
            case .damaged: broken.append(Broken(file: file, isDamaged: true))
            }
        }
    }
}
