import PhotosBase

/// Uploads that nobody can carry out.
extension UploadWork {
    /// Returns a sentence where a part has an impossible value, without the request's own words.
    func problemSentence() -> String? {
        guard ["https://", "http://"].contains(where: url.lowercased().hasPrefix) else {
            return "\"url\" is an address with https://, or with http:// for this machine."
        }
        guard SentFields.isToken(method), method.utf8.count <= 40,
            !["CONNECT", "TRACE"].contains(method.uppercased())
        else { return "\"method\" is a method that sends a file, such as PUT." }
        if let problem = SentFields.fieldProblem(headers) { return problem }
        guard file.hasPrefix("/"), !file.utf8.contains(0) else {
            return "The request needs \"file\", the absolute path of a file."
        }
        guard bytes >= 0 else { return "The request needs \"bytes\", from 0." }
        guard sha256.map({ Hexadecimal.checksum(of: $0) != nil }) ?? true else {
            return "\"sha256\" has 64 hexadecimal digits."
        }
        return nil
    }
}
