"""What the API, the pages and the command line share: answers, and how they are served."""
