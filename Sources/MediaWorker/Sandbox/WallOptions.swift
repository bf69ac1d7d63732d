import Foundation
import PhotosMedia

/// What a worker was told of its walls when it was started.
///
/// `--walls required` or `--walls available`. For tests, `--refuse WALL` does as a kernel does that does not know a
/// wall, and `--pretend WALL` as one whose wall does not hold.
struct WallOptions {
    var policy = WallsPolicy.required
    /// What cannot be understood of it.
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

    /// Raises a wall, unless a test wants to see what happens without it.
    func raise(_ wall: WorkerWalls.Wall, _ body: () -> Int32) -> Int32 {
        if refused.contains(wall.rawValue) { return -EOPNOTSUPP }
        return pretended.contains(wall.rawValue) ? 0 : body()
    }
}
