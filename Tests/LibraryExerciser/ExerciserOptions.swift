import CFaultyDisk
import Foundation
import LibraryExercise
import PhotosMedia
import PhotosStore
import PhotosTestSupport

/// What any request to this program may say besides, as `--tuning JSON` or `--omit STEP`.
struct ExerciserOptions {
    var tuning = EngineTuning()
    var omits: Set<ProtocolStep> = []
    var triesAgain = false
    var isHasty = false
    /// Whether an operation waits for the checkpoints of each block.
    var settles = false
    /// Where identifiers come from: a process that goes on after another one needs others.
    var seed: UInt64 = 12
    var largestFile = 20_000
    /// The read from a file that is to give less than was asked for; with 0 they are only counted.
    var shortRead: Int?
    /// Arguments that are no options, in their order.
    var arguments: [String] = []

    init(_ words: [String]) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--again": triesAgain = true
            case "--hasty": isHasty = true
            case "--settle": settles = true
            case "--seed":
                guard let number = rest.popFirst().flatMap(UInt64.init) else {
                    throw Fault("--seed needs a number")
                }
                seed = number
            case "--largest":
                guard let number = rest.popFirst().flatMap(Int.init) else {
                    throw Fault("--largest needs a number of bytes")
                }
                largestFile = number
            case "--short-read":
                guard let number = rest.popFirst().flatMap(Int.init) else {
                    throw Fault("--short-read needs a number")
                }
                shortRead = number
            case "--tuning":
                let text = rest.popFirst() ?? ""
                tuning = try JSONDecoder().decode(EngineTuning.self, from: Data(text.utf8))
            case "--omit":
                guard let step = rest.popFirst().flatMap(ProtocolStep.init(rawValue:)) else {
                    throw Fault("--omit needs one of \(ProtocolStep.allCases.map(\.rawValue))")
                }
                omits.insert(step)
            default: arguments.append(word)
            }
        }
    }

    /// Takes the steps that are left out away from this process's file system.
    func breakFileSystem() {
        var faults = 0
        if omits.contains(.syncFiles) { faults |= FAULTY_DISK_LOSES_FILE_SYNCS }
        if omits.contains(.syncFolders) { faults |= FAULTY_DISK_LOSES_FOLDER_SYNCS }
        if omits.contains(.syncCommits) { faults |= FAULTY_DISK_LOSES_LOG_SYNCS }
        if omits.contains(.publishBeforeCommit) { faults |= FAULTY_DISK_RENAMES_LATE }
        if faults != 0 { faulty_disk_begin(UInt32(faults)) }
    }

    /// An environment without chance, and a stand-in for the decoders.
    func environment() -> EngineEnvironment {
        var environment = EngineEnvironment.test(seed: seed)
        environment.tuning = tuning
        let bytes = Data(TestJPEG(width: 8, height: 8, seed: 5).data())
        environment.pictures = { _, request in
            request.renditions.map { Picture(width: 8, height: 8, format: $0.format, bytes: bytes) }
        }
        environment.decoders = { "stand-in" }
        return environment
    }
}
