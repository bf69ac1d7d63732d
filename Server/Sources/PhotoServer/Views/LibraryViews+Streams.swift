import Foundation
import Photos
import ServeRules
import Synchronization

extension LibraryViews {
    /// The most streams of one credential.
    static let mostStreams = 2000

    /// Opens a stream, which gets a signal whenever there may be news.
    ///
    /// - Returns: The number of the stream, and its signals; nil where there are too many.
    func openStream(
        for credential: String,
        showing keys: [ViewKey]
    ) -> (number: UInt64, AsyncStream<Void>)? {
        let (stream, signal) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let number = state.withLock { state -> UInt64? in
            let count = state.streams.values.count { $0.credential == credential }
            guard !state.isEnded, count < Self.mostStreams else { return nil }
            state.lastStream += 1
            state.streams[state.lastStream] = Stream(
                credential: credential,
                keys: Set(keys),
                signal: signal
            )
            return state.lastStream
        }
        return number.map { ($0, stream) }
    }

    func closeStream(_ number: UInt64) {
        state.withLock { $0.streams.removeValue(forKey: number) }?.signal.finish()
    }

    /// Ends the streams of a credential that is over.
    func endStreams(of credential: String) {
        let ended = state.withLock { state in
            let ended = state.streams.filter { $0.value.credential == credential }
            for number in ended.keys { state.streams[number] = nil }
            return ended.values.map(\.signal)
        }
        for signal in ended { signal.finish() }
    }

    /// Ends all streams, because the library is closed.
    func endAllStreams() {
        library.unregisterChangeObserver(self)
        library.unregisterAvailabilityObserver(self)
        let ended = state.withLock { state in
            defer {
                state.streams = [:]
                state.views = [:]
                state.isEnded = true
            }
            return state.streams.values.map(\.signal)
        }
        for signal in ended { signal.finish() }
    }

    func signalStreams() {
        let signals = state.withLock { $0.streams.values.map(\.signal) }
        for signal in signals { signal.yield() }
    }

    /// An event of a view.
    struct Event {
        var name: String
        var data: String
        /// The versions of all views of the stream after this event.
        var token: String
    }

    /// Returns the events of some views since the versions that a stream has, and brings the versions forward.
    ///
    /// The notices are of the same moment: a stream must not send activity before it sends what changed.
    func events(of keys: [ViewKey], since versions: inout [UInt32?]) -> ([Event], Notices) {
        state.withLock { state in
            var events: [Event] = []
            for (index, key) in keys.enumerated() {
                guard let view = state.views[key], versions[index] != view.version else { continue }
                let messages = versions[index].flatMap { view.messages.values(after: $0) }
                if let from = versions[index], let messages, messages.count <= 64,
                    !messages.contains(nil)
                {
                    for (number, message) in messages.enumerated() {
                        versions[index] = from &+ UInt32(number) &+ 1
                        events.append(Event(name: "view", data: message ?? "", versions: versions))
                    }
                } else {
                    versions[index] = view.version
                    let text = ViewMessage.reloadMessage(
                        of: key,
                        version: view.version,
                        count: view.count
                    )
                    events.append(Event(name: "reload", data: text, versions: versions))
                }
            }
            return (events, state.notices)
        }
    }

    var notices: Notices { state.withLock { $0.notices } }
}

extension LibraryViews.Event {
    init(name: String, data: String, versions: [UInt32?]) {
        self.init(name: name, data: data, token: StreamToken.text(of: versions.map { $0 ?? 0 }))
    }

    /// The event as the stream has it.
    var text: String { "event: \(name)\nid: \(token)\ndata: \(data)\n\n" }
}
