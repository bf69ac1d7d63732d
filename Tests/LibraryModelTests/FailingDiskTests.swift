import Foundation
import LibraryExercise
import PhotosTestSupport
import Testing

/// A disk that is full, or fails, from some system call on and stays so.
///
/// What it proves: an import or an edit then throws an error of ours, the rest of the library can still be read, and
/// the next process that opens it finds the state before, sound and with nothing left over. When syncing the log
/// itself fails, nobody can know whether the commit is on the disk: then the block is there whole, or not at all.
@Suite(.serialized) struct FailingDiskTests {
    @Test func `a full or failing disk refuses a block and harms nothing`() throws {
        if let obstacle = SystemCallRig.obstacle() {
            print("FAILING DISK SKIPPED: \(obstacle). Nothing was shown about full disks.")
            return
        }
        let folder = try TemporaryFolder()
        let rig = try SystemCallRig(folder: folder.url, picture: TestJPEG(seed: 3).data())
        var points = 0
        var faults: [String] = []
        var refused = 0
        var uncertain = 0
        for operation in ["importOne", "importBatch", "properties"] {
            let course = try rig.course(of: operation)
            let all = try rig.points(of: operation, SystemCallRig.failingCalls)
            let count = min(16, all.count)
            for index in 0..<count {
                let point = all[index * all.count / count]
                let effect = index % 2 == 0 ? "ENOSPC" : "EIO"
                let place = "\(operation), \(effect) from \(point.call) number \(point.number) on"
                let trial = try SystemCallRig.Trial(rig, operation)
                let interference = SystemCallRig.Interference.fail(point, effect)
                let outcome = try Exerciser.run(trial.arguments, behind: interference.launcher)
                points += 1
                switch outcome.status {
                case 0: break
                case 3: refused += 1
                default: faults.append("\(place): ended with \(outcome.status) \(outcome.errors)")
                }
                let verdict = try trial.verdict()
                if !verdict.findings.isEmpty { faults.append("\(place): \(verdict.findings)") }
                guard let reached = course.digests.firstIndex(of: verdict.digest) else {
                    faults.append("\(place): the rows are those of no block boundary")
                    continue
                }
                let acknowledged = try trial.acknowledged()
                if reached < acknowledged { faults.append("\(place): lost an acknowledged block") }
                if outcome.status == 3, reached > acknowledged { uncertain += 1 }
                trial.discard()
            }
        }
        print(
            "failing disk: \(points) points, \(refused) refused (\(uncertain) of them on the disk all the same), \(faults.count) faults"
        )
        #expect(refused > points / 2)
        #expect(faults.isEmpty, "\(faults.prefix(10).joined(separator: "\n"))")
    }
}
