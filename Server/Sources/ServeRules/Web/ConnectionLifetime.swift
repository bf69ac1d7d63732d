/// Decides whether a connection ends with an answer, by the version of HTTP and the headers of the request.
public enum ConnectionLifetime {
    /// Returns whether a request is the last one of its connection.
    ///
    /// - Parameters:
    ///   - isVersion10: Whether the request is of HTTP/1.0, whose clients read an answer up to the end of the connection.
    ///   - fields: The values of its headers `Connection`, each a list of words.
    /// - Returns: Whether the connection is to be closed after the answer.
    public static func isLastRequest(
        isVersion10: Bool,
        connection fields: some Sequence<String>
    ) -> Bool {
        let words = fields.flatMap { field in
            field.split(separator: ",").map { word in
                word.filter { $0 != " " && $0 != "\t" }.lowercased()
            }
        }
        if words.contains("close") { return true }
        return isVersion10 && !words.contains("keep-alive")
    }
}
