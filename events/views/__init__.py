"""Pages and forms. A view asks who is there, calls one domain function or query, and shows the answer."""
