/// The answer of a server to the question whether it can answer from its library.
public enum HealthAnswer {
    /// The number of bytes in which an answer of HTTP 1.1 has its status.
    public static let length = 12

    /// Returns whether an answer says that the server works.
    ///
    /// - Parameter beginning: The answer, or its first ``length`` bytes.
    /// - Returns: True for the status 200 alone.
    public static func isHealthy(_ beginning: String) -> Bool {
        beginning.hasPrefix("HTTP/1.1 200")
    }
}
