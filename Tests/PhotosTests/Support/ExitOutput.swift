import Testing

extension ExitTest.Result? {
    /// What the program wrote to standard error before it ended.
    var said: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}
