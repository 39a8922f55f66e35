import { documents, incrementalDocuments } from './drawings.ts';
import { serveDrawings } from './serve-drawings.ts';

serveDrawings({ whole: documents, incremental: incrementalDocuments });
