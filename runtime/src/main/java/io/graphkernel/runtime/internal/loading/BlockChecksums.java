package io.graphkernel.runtime.internal.loading;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.zip.CRC32C;

/**
 * The size of a file, 8 bytes, and the CRC-32C of each of its blocks, 4 bytes each. They are computed in parallel, at
 * memory bandwidth.
 */
final class BlockChecksums {
    static final int BLOCK_BYTES = 4 << 20;

    private static final int HEAD_BYTES = Long.BYTES;
    private static final int CHUNK_BYTES = 1 << 18;
    private static final int MAX_THREADS = 8;

    private BlockChecksums() {}

    /** An output stream that computes the checksums of the bytes it forwards. */
    static final class ChecksumOutputStream extends FilterOutputStream {
        private final List<Integer> sums = new ArrayList<>();
        private final CRC32C sum = new CRC32C();
        private int length;
        private long size;

        ChecksumOutputStream(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            out.write(bytes, offset, count);
            size += count;
            for (int done = 0; done < count; ) {
                int chunkLength = Math.min(count - done, BLOCK_BYTES - length);
                sum.update(bytes, offset + done, chunkLength);
                length += chunkLength;
                done += chunkLength;
                if (length == BLOCK_BYTES) {
                    endBlock();
                }
            }
        }

        private void endBlock() {
            sums.add((int) sum.getValue());
            sum.reset();
            length = 0;
        }

        /** Returns the size and the checksums of all forwarded bytes; called once. */
        byte[] checksums() {
            if (length > 0) {
                endBlock();
            }
            ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + Integer.BYTES * sums.size());
            bytes.putLong(size);
            sums.forEach(bytes::putInt);
            return bytes.array();
        }
    }

    /**
     * Returns the size and the checksums of a file.
     *
     * @throws IOException if it cannot be read
     */
    static byte[] of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            int blocks = (int) ((size + BLOCK_BYTES - 1) / BLOCK_BYTES);
            byte[] sums = new byte[HEAD_BYTES + Integer.BYTES * blocks];
            ByteBuffer.wrap(sums).putLong(size);
            int threads = Math.max(
                    1,
                    Math.min(Math.min(blocks, MAX_THREADS), Runtime.getRuntime().availableProcessors()));
            List<CompletableFuture<Void>> tasks = new ArrayList<>();
            for (int thread = 1; thread < threads; thread++) {
                int first = thread;
                tasks.add(CompletableFuture.runAsync(
                        () -> sumEvery(threads, first, channel, ByteBuffer.wrap(sums)), BlockChecksums::start));
            }
            try {
                sumEvery(threads, 0, channel, ByteBuffer.wrap(sums));
            } finally {
                // They read from the channel, which is closed next.
                CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new))
                        .exceptionally(failure -> null)
                        .join();
            }
            tasks.forEach(CompletableFuture::join);
            return sums;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException unreadable) {
                throw unreadable.getCause();
            }
            throw e;
        }
    }

    /** Returns true if checksums belong to a file of a given size. */
    static boolean isOfSize(byte[] sums, long size) {
        return sums.length >= HEAD_BYTES && ByteBuffer.wrap(sums).getLong() == size;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "graphkernel-checksums");
        thread.setDaemon(true);
        thread.start();
    }

    private static void sumEvery(int step, int first, FileChannel channel, ByteBuffer sums) {
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
        CRC32C sum = new CRC32C();
        try {
            for (int block = first; block < (sums.capacity() - HEAD_BYTES) / Integer.BYTES; block += step) {
                sum.reset();
                long position = (long) block * BLOCK_BYTES;
                long end = position + BLOCK_BYTES;
                while (position < end) {
                    chunk.clear();
                    int length = channel.read(chunk, position);
                    if (length <= 0) {
                        break;
                    }
                    sum.update(chunk.flip());
                    position += length;
                }
                sums.putInt(HEAD_BYTES + Integer.BYTES * block, (int) sum.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
