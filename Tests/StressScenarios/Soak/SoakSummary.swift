import Foundation

/// The measurements of a soak for people, and those that are faults.
struct SoakSummary {
    var plan: SoakPlan
    var reports: [(name: String, report: SoakMeasurements)]
    /// Resident bytes of each viewer, second by second.
    var memory: [[Int]]

    /// A minute, or less of it in short runs.
    private var unit: Int { max(1, min(60, Int(plan.seconds) / 4)) }

    private var editors: [(name: String, report: SoakMeasurements)] {
        reports.filter { $0.name.hasPrefix("editor") }
    }

    private var viewers: [(name: String, report: SoakMeasurements)] {
        reports.filter { $0.name.hasPrefix("viewer") }
    }

    var faults: [String] {
        // The stress tests leave no processor free, so their times and the distance between deliveries say nothing.
        guard plan.isMeasured else { return [] }
        let limit = plan.statementLimit ?? .infinity
        var faults: [String] = []
        for (name, report) in reports {
            for statement in report.slowest where statement.seconds > limit {
                faults.append(
                    "\(name): a statement took \(Self.milliseconds(statement.seconds)), and more than 5 ms \(statement.runs) times: \(statement.sql)"
                )
            }
            if report.reread > 0 {
                faults.append("\(name): \(report.reread) details without indexes")
            }
        }
        for (number, samples) in memory.enumerated() where samples.count >= 4 * unit {
            let early = Self.median(samples[unit..<2 * unit])
            let late = Self.median(samples.suffix(unit))
            if Double(late) > 1.1 * Double(early) {
                faults.append(
                    "viewer \(number + 1): memory grew from \(Self.megabytes(early)) to \(Self.megabytes(late))"
                )
            }
        }
        return faults
    }

    var text: String {
        var lines = [
            "\(plan.editors) editors at \(plan.pace) changes a second, \(plan.viewers) viewers, \(Int(plan.seconds)) s"
        ]
        for (name, report) in editors {
            let durations = report.commitDurations.sorted()
            lines.append(
                "\(name): \(report.blocks) blocks of \(report.mutations) objects, \(report.refusals) refused; "
                    + "commit p50 \(Self.milliseconds(Self.quantile(durations, 0.5))), "
                    + "p99 \(Self.milliseconds(Self.quantile(durations, 0.99))); \(common(report))"
            )
        }
        let commits = editors.flatMap(\.report.commits).sorted { $0.time > $1.time }
        // A block that changed nothing returns the position of an older one, whose commit was earlier.
        var times: [Int64: UInt64] = [:]
        for commit in commits { times[commit.sequence] = commit.time }
        for (number, (name, report)) in viewers.enumerated() {
            lines.append(
                "\(name): called \(report.deliveries.count) times, \(report.details) details, "
                    + "\(report.reread) reread; \(common(report))"
            )
            let moments: [(String, KeyPath<SoakMeasurements.Delivery, UInt64>)] = [
                ("called", \.called), ("first details", \.first), ("all applied", \.done),
            ]
            for (what, moment) in moments {
                let delays = Self.delays(report.deliveries, times, moment)
                guard !delays.isEmpty else { continue }
                lines.append(
                    "  commit to \(what): p50 \(Self.milliseconds(Self.quantile(delays, 0.5))), "
                        + "p99 \(Self.milliseconds(Self.quantile(delays, 0.99))), "
                        + "most \(Self.milliseconds(delays.last ?? 0))"
                )
            }
            guard memory.indices.contains(number), !memory[number].isEmpty else { continue }
            let samples = memory[number]
            lines.append(
                "  resident at \(unit) s \(Self.megabytes(samples[min(unit, samples.count) - 1])), "
                    + "half \(Self.megabytes(samples[samples.count / 2])), "
                    + "end \(Self.megabytes(samples[samples.count - 1]))"
            )
        }
        return lines.joined(separator: "\n")
    }

    private func common(_ report: SoakMeasurements) -> String {
        let share = report.processorSeconds / plan.seconds * 100
        let slowest = report.slowest.first.map {
            "\(Self.milliseconds($0.seconds)) (\($0.sql.prefix(60)))"
        }
        return
            "processor \((share * 1_000).rounded() / 1_000) %; slowest statement \(slowest ?? "below 5 ms")"
    }

    /// Returns the seconds from each commit to a moment of the delivery that contained it, in order.
    private static func delays(
        _ deliveries: [SoakMeasurements.Delivery],
        _ commits: [Int64: UInt64],
        _ moment: KeyPath<SoakMeasurements.Delivery, UInt64>
    ) -> [Double] {
        var delays: [Double] = []
        for delivery in deliveries {
            let reached = delivery[keyPath: moment]
            for sequence in (delivery.from..<delivery.to).map({ $0 + 1 }) {
                guard let commit = commits[sequence] else { continue }
                // An observer may know of a commit before the writer gets its answer.
                delays.append(Double(max(reached, commit) - commit) / 1e9)
            }
        }
        return delays.sorted()
    }

    private static func quantile(_ sorted: [Double], _ part: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }

    private static func median(_ samples: ArraySlice<Int>) -> Int {
        samples.sorted()[samples.count / 2]
    }

    private static func milliseconds(_ seconds: Double) -> String {
        "\((seconds * 100_000).rounded() / 100) ms"
    }

    private static func megabytes(_ bytes: Int) -> String {
        "\((Double(bytes) / 1e5).rounded() / 10) MB"
    }
}
