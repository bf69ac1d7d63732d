import Foundation
import LibraryExercise
import Photos
import PhotosStore

/// Does random blocks and follows the library meanwhile, as lines of standard input ask; one line answers each.
struct RandomWorker {
    let library: URL
    let seed: UInt64

    func run() throws {
        let store = try Library.open(library)
        let photos = PHPhotoLibrary(store)
        let crew = try ExerciseCrew(photos, store, seed: seed)
        say("ready")
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            do {
                switch words.first {
                case "run":
                    let count = words.count > 1 ? Int(words[1]) ?? 0 : 0
                    try crew.work(blocks: count)
                    say("done \(crew.committed) \(crew.refused)")
                case "settle":
                    let sequence = words.count > 1 ? Int64(words[1]) ?? 0 : 0
                    try crew.settle(at: sequence)
                    say("settled \(crew.follower.summary)")
                case "quit":
                    store.close()
                    return
                default: say("fault: \(line) is no request")
                }
            } catch {
                say("fault: \("\(error)".replacingOccurrences(of: "\n", with: "; "))")
            }
        }
    }

    /// At once, whatever buffers there are.
    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
