import Foundation
import PhotosStore

/// Changes a library as people and their programs do, at a steady pace.
final class SoakWriter: SoakRole {
    private let library: Library
    private let statements = StatementLog()
    private var edits: SoakEdits
    private let pause: Double
    private var report = SoakReport()

    init(_ url: URL, seed: UInt64, pace: Double) throws {
        library = try Library.open(
            url,
            environment: statements.environment(author: "soak writer \(seed)")
        )
        edits = try SoakEdits(library, seed: seed)
        pause = 1 / pace
    }

    func answer(_ request: SoakRequest) throws -> SoakAnswer {
        switch request {
        case .work(let seconds): try work(seconds)
        case .settle: break
        case .report:
            report.slowest = statements.slowest
            return SoakAnswer(report: report)
        case .quit: library.close()
        }
        return SoakAnswer()
    }

    private func work(_ seconds: Double) throws {
        let processor = SoakClock.processor
        let end = SoakClock.now + UInt64(seconds * 1e9)
        statements.listen(true)
        defer {
            statements.listen(false)
            report.processorSeconds += SoakClock.processor - processor
        }
        while true {
            Thread.sleep(forTimeInterval: edits.interval(mean: pause))
            guard SoakClock.now < end else { return }
            try write(try edits.next())
        }
    }

    /// Only a change that others overtook may be refused.
    private func write(_ edit: SoakEdits.Edit) throws {
        let start = SoakClock.now
        do {
            if edit.isFilling {
                try library.fill([edit.block])
            } else {
                let position = try library.commit(edit.block)
                let time = SoakClock.now
                report.commits.append(.init(sequence: position.sequence, time: time))
                report.commitDurations.append(Double(time - start) / 1e9)
            }
            report.blocks += 1
            report.mutations += edit.size
        } catch let error as StoreError where error.code == .changeNotSupported {
            report.refusals += 1
        }
    }
}
