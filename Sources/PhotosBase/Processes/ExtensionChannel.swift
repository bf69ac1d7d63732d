import Foundation

/// The connection between the host of an extension and the extension, which is a process of its own.
///
/// Each side sends lines. The host sends ``HostMessage`` values, the extension answers each ``HostMessage/process`` with an
/// ``ExtensionMessage``. The end of the connection means that the other side is gone.
public struct ExtensionChannel: Sendable {
    /// The environment variable that tells an extension the descriptor of its end.
    public static let variable = "OPENPHOTOKIT_EXTENSION_CHANNEL"

    /// What the host says.
    public enum HostMessage: String, CaseIterable, Sendable {
        /// Process jobs, then answer.
        case process
        /// The process ends soon.
        case terminate
    }

    /// What the extension answers.
    public enum ExtensionMessage: String, CaseIterable, Sendable {
        /// There is nothing to do until the library changes.
        case completed
        /// There is more to do: call again.
        case processing
        /// Something failed: call again later.
        case failure
    }

    /// The descriptor of this side's end, which the channel does not close.
    public let descriptor: Int32
    private var lines = LineSplitter()

    /// The longest line that is read, in bytes.
    public static let longestLine = 64

    /// Makes a channel from the descriptor of one end.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Makes the extension's end from the environment of its process; nil where no host started the process.
    ///
    /// - Parameter environment: The variables of the process.
    public init?(environment: [String: String]) {
        guard let text = environment[Self.variable], let descriptor = Int32(text), descriptor > 2
        else { return nil }
        self.init(descriptor: descriptor)
    }

    /// Sends a message to the extension.
    ///
    /// - Throws: ``SystemError`` where the extension is gone.
    public func send(_ message: HostMessage) throws(SystemError) { try send(message.rawValue) }

    /// Sends a message to the host.
    ///
    /// - Throws: ``SystemError`` where the host is gone.
    public func send(_ message: ExtensionMessage) throws(SystemError) { try send(message.rawValue) }

    /// Waits for the next message of the host.
    ///
    /// - Returns: The message; nil where the host is gone, or sent something else.
    public mutating func nextHostMessage() -> HostMessage? { nextLine().flatMap(HostMessage.init) }

    /// Waits for the next message of the extension.
    ///
    /// - Returns: The message; nil where the extension is gone, or sent something else.
    public mutating func nextExtensionMessage() -> ExtensionMessage? {
        nextLine().flatMap(ExtensionMessage.init)
    }

    private func send(_ line: String) throws(SystemError) {
        try DescriptorBytes.send(Data((line + "\n").utf8), to: descriptor)
    }

    private mutating func nextLine() -> String? {
        while true {
            if let line = lines.next() { return String(decoding: line, as: UTF8.self) }
            guard lines.restCount <= Self.longestLine,
                let bytes = try? DescriptorBytes.next(of: descriptor, atMost: Self.longestLine),
                !bytes.isEmpty
            else { return nil }
            lines.add(bytes)
        }
    }
}
