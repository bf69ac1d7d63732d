/// A finding of a check, and whether a repair has solved it.
struct RepairedFinding<Finding> {
    var finding: Finding
    /// Whether the problem is solved; nil where no repair was tried or it did not end.
    var isRepaired: Bool?

    init(_ finding: Finding, isRepaired: Bool? = nil) {
        self.finding = finding
        self.isRepaired = isRepaired
    }

    /// Returns each finding of the checks before and after a repair once.
    ///
    /// - Parameters:
    ///   - before: The findings before the repair.
    ///   - after: The findings after the repair.
    ///   - key: Returns what makes a finding the same one in both checks: its message may differ.
    /// - Returns: The findings in the order of the first check, with the later message, and then those of the second check
    ///   alone.
    static func allFindings<Key: Hashable>(
        before: [Finding],
        after: [Finding],
        by key: (Finding) -> Key
    ) -> [RepairedFinding] {
        var left: [Key: [Int]] = [:]
        for (index, finding) in after.enumerated().reversed() {
            left[key(finding), default: []].append(index)
        }
        var shown: Set<Int> = []
        var findings: [RepairedFinding] = []
        for finding in before {
            guard let index = left[key(finding)]?.popLast() else {
                findings.append(.init(finding, isRepaired: true))
                continue
            }
            shown.insert(index)
            findings.append(.init(after[index], isRepaired: false))
        }
        for (index, finding) in after.enumerated() where !shown.contains(index) {
            findings.append(.init(finding, isRepaired: false))
        }
        return findings
    }
}
