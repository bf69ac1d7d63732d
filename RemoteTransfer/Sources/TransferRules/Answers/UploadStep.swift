/// One request of an upload, and where its answer leads.
package struct UploadStep: Hashable, Sendable {
    package let address: UploadAddress
    package let method: String
    /// Whether the file is sent.
    package let sendsFile: Bool
    /// Whether the header fields of the request, and the user of its address, are sent.
    package let sendsFields: Bool
    /// The redirects that were followed so far.
    package let redirects: Int

    /// The most redirects that an upload follows.
    package static let mostRedirects = 5

    /// Makes the first request of an upload.
    package init(to address: UploadAddress, method: String) {
        self.init(address, method, sendsFile: true, sendsFields: true, redirects: 0)
    }

    private init(
        _ address: UploadAddress,
        _ method: String,
        sendsFile: Bool,
        sendsFields: Bool,
        redirects: Int
    ) {
        self.address = address
        self.method = method
        self.sendsFile = sendsFile
        self.sendsFields = sendsFields
        self.redirects = redirects
    }

    /// Returns the request that an answer asks for; nil where the answer is the last one.
    ///
    /// A redirect that is not followed is an answer like others. Another scheme, host or port never gets the header fields,
    /// neither then nor after a way back.
    package func following(_ head: AnswerHead) -> UploadStep? {
        guard [301, 302, 303, 307, 308].contains(head.status), redirects < Self.mostRedirects,
            let next = head["location"].flatMap(address.resolvedAddress)
        else { return nil }
        // Nobody reads along once, so nobody does later. No file goes through a network without encryption.
        let staysHere = !address.server.isEncrypted && next.server.isLoopback
        guard next.server.isEncrypted || staysHere else { return nil }
        // Servers elsewhere do not choose what this machine's own services are sent.
        if next.server.isLoopback, !address.server.isLoopback { return nil }
        // The status 303 says that the file has arrived, and where its answer is.
        let isOver = head.status == 303
        return UploadStep(
            next,
            isOver && method != "HEAD" ? "GET" : method,
            sendsFile: sendsFile && !isOver,
            sendsFields: sendsFields && next.server.origin == address.server.origin,
            redirects: redirects + 1
        )
    }
}
