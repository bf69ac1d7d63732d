import Foundation
import PhotosMedia

/// The options for the sandbox on the worker's command line.
///
/// `--walls required` or `--walls available` states the policy. Tests use two more: `--refuse WALL` simulates a kernel
/// without a layer, and `--pretend WALL` a kernel whose layer is not effective.
struct WallOptions {
    var policy = WallsPolicy.required
    /// The reason why the options cannot be understood; nil if they can.
    var fault: String?
    private var refused: Set<String> = []
    private var pretended: Set<String> = []

    init(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let name = rest.popFirst() {
            let value = rest.popFirst() ?? ""
            switch name {
            case "--walls":
                if let known = WallsPolicy(rawValue: value) {
                    policy = known
                } else {
                    fault =
                        "\(WallsPolicy.variable) is \(PlainText.line(value)), and neither required nor available"
                }
            case "--refuse": refused.insert(value)
            case "--pretend": pretended.insert(value)
            default: fault = "the option \(PlainText.line(name)) is not known"
            }
        }
    }

    /// Activates a layer of the sandbox, unless a test disabled that layer.
    func raise(_ wall: WorkerWalls.Wall, _ body: () -> Int32) -> Int32 {
        if refused.contains(wall.rawValue) { return -EOPNOTSUPP }
        return pretended.contains(wall.rawValue) ? 0 : body()
    }
}
