// Loaded first into Node for Windows: Wine 8 does not know the option TCP_KEEPIDLE, so every connection with it fails, and so does `fetch`.
const { Socket } = require('node:net');

Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
