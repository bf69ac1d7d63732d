import Foundation
import PhotosMedia

/// The options for the sandbox on the worker's command line.
///
/// `--walls required` or `--walls available` states the policy. Tests use two more: `--refuse PART` simulates a kernel
/// without a part, and `--pretend PART` a kernel whose part is not effective.
package struct SandboxOptions {
    var policy = SandboxPolicy.required
    /// The reason why the options cannot be understood; nil if they can.
    var fault: String?
    private var refused: Set<String> = []
    private var pretended: Set<String> = []

    package init(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let name = rest.popFirst() {
            let value = rest.popFirst() ?? ""
            switch name {
            case "--walls":
                if let known = SandboxPolicy(rawValue: value) {
                    policy = known
                } else {
                    fault =
                        "\(SandboxPolicy.variable) is \(PlainText.line(value)), and neither required nor available"
                }
            case "--refuse": refused.insert(value)
            case "--pretend": pretended.insert(value)
            default: fault = "the option \(PlainText.line(name)) is not known"
            }
        }
    }

    /// Activates a part of the sandbox, unless a test disabled that part.
    func activate(_ part: WorkerSandbox.Part, _ body: () -> Int32) -> Int32 {
        if refused.contains(part.rawValue) { return -EOPNOTSUPP }
        return pretended.contains(part.rawValue) ? 0 : body()
    }
}
