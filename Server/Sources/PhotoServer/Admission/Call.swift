import Hummingbird
import ServeRules

/// A request of a client that is let in.
struct Call: Sendable {
    let request: Request
    let context: ServeContext
    let query: QueryItems
    /// The address that attempts are counted for.
    let address: String
    /// The client that sends the request.
    let client: Client
    let admission: Admission

    /// Returns a part of the path, decoded once.
    func pathPart(_ name: String) throws -> String {
        guard let raw = context.parameters.get(name),
            let text = QueryItems.percentDecoded(raw, plusIsSpace: false)
        else { throw Problem.notFound }
        return text
    }

    /// Returns a part of the path that names a photo, album or folder.
    func objectName(_ name: String = "id") throws -> ObjectName {
        guard let object = ObjectName(try pathPart(name)) else { throw Problem.notFound }
        return object
    }

    /// Returns a whole number of the query.
    func queryNumber(
        _ name: String,
        in range: ClosedRange<Int>,
        default standard: Int? = nil
    ) throws
        -> Int
    {
        guard let text = query[name] else {
            if let standard { return standard }
            throw Problem.badRequest("The query needs \"\(name)\".")
        }
        guard let number = Int(text), range.contains(number) else {
            throw Problem.badRequest(
                "\"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// Throws unless the photo may be seen in this session: hidden ones must be unlocked.
    func requireUnlocked(isHidden: Bool) throws {
        try admission.requireUnlocked(isHidden: isHidden, for: client)
    }
}
