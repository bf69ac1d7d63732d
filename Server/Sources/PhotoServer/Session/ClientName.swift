/// The name of a browser, for the list of sessions.
enum ClientName {
    static func browserName(userAgent: String?) -> String {
        guard let text = userAgent else { return "Browser" }
        let browsers = [
            ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("Chrome/", "Chromium"),
            ("Safari/", "Safari"),
        ]
        let systems = [
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Linux", "Linux"),
            ("Mac OS", "Mac"), ("Windows", "Windows"),
        ]
        let browser = browsers.first { text.contains($0.0) }?.1 ?? "Browser"
        let system = systems.first { text.contains($0.0) }?.1
        return system.map { "\(browser), \($0)" } ?? browser
    }
}
