// Shows notifications, and brings whoever touches one to its board. It keeps and fetches nothing.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const [page] = pages;
      if (!page) return self.clients.openWindow(`./${address}`);
      page.postMessage(address);
      return page.focus();
    }),
  );
});
