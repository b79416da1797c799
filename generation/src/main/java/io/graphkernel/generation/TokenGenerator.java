package io.graphkernel.generation;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generator of tokens for several sequences of different lengths at the same time. A thread of its own runs the
 * model: a chunk of a waiting prompt, then one token of each sequence, whose scores are one batch. A sequence is admitted
 * as soon as a row of the cache is free. The tokens of a sequence do not depend on the others.
 *
 * <p>All rows store a token in the same slot, the next one of a ring, at any position of their sequences.
 */
public final class TokenGenerator implements AutoCloseable {

    private static final int DEFAULT_CHUNK_TOKENS = 64;

    private final CausalModel model;
    private final int chunk;
    private final TokenChooser chooser = new TokenChooser();
    private final Sequence[] sequences;
    private final Deque<Generation> waiting = new ArrayDeque<>();
    private final Thread thread;
    private boolean closed;

    /** Current slot, in slots since the generator was created. */
    private long now;

    /**
     * Creates a generator with chunks of 64 tokens.
     *
     * @param model model that only this generator uses
     */
    public TokenGenerator(CausalModel model) {
        this(model, DEFAULT_CHUNK_TOKENS);
    }

    /**
     * Creates a generator.
     *
     * @param model model that only this generator uses
     * @param chunk maximum number of tokens of a prompt between two tokens of other sequences
     */
    public TokenGenerator(CausalModel model, int chunk) {
        if (chunk < 1) {
            throw new IllegalArgumentException("chunk is " + chunk);
        }
        this.model = model;
        this.chunk = chunk;
        this.sequences = new Sequence[model.rows()];
        this.thread = new Thread(this::run, "token-generator");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Submits a request.
     *
     * @param request prompt and settings
     * @return the tokens, as they are generated
     * @throws IllegalArgumentException if the prompt is longer than a row of the cache
     * @throws IllegalStateException if the generator is closed
     */
    public Generation submit(GenerationRequest request) {
        if (request.prompt().length >= model.capacity()) {
            throw new IllegalArgumentException(
                    "a prompt of " + request.prompt().length + " tokens leaves no slot of " + model.capacity());
        }
        Generation generation = new Generation(request);
        synchronized (waiting) {
            if (closed) {
                throw new IllegalStateException("the generator is closed");
            }
            waiting.add(generation);
            waiting.notifyAll();
        }
        return generation;
    }

    /** Ends all generations, and the thread. */
    @Override
    public void close() {
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (admit()) {
                try (TensorScope scope = TensorScope.open()) {
                    prefill();
                    decode();
                }
            }
            end(null);
        } catch (RuntimeException e) {
            end(e);
        }
    }

    private void end(@Nullable RuntimeException failure) {
        List<Generation> open = new ArrayList<>();
        active().forEach(sequence -> open.add(sequence.generation()));
        synchronized (waiting) {
            closed = true;
            open.addAll(waiting);
            waiting.clear();
        }
        for (Generation generation : open) {
            if (failure == null) {
                generation.finish(FinishReason.CANCELED);
            } else {
                generation.fail(failure);
            }
        }
    }

    private List<Sequence> active() {
        return Arrays.stream(sequences).filter(sequence -> sequence != null).toList();
    }

    /** Admits waiting sequences to free rows; waits if there is none. Returns false if the generator is closed. */
    private boolean admit() {
        synchronized (waiting) {
            while (!closed && waiting.isEmpty() && active().isEmpty()) {
                try {
                    waiting.wait();
                } catch (InterruptedException e) {
                    closed = true;
                }
            }
            for (int row = 0; row < sequences.length && !waiting.isEmpty(); row++) {
                if (sequences[row] == null) {
                    sequences[row] = new Sequence(waiting.remove(), row, now, model.capacity());
                }
            }
            return !closed;
        }
    }

    /** Caches one chunk of the first prompt that is not complete. */
    private void prefill() {
        for (Sequence sequence : active()) {
            if (!sequence.isDecoding()) {
                int count = sequence.chunk(chunk);
                int slot = sequence.promptSlot();
                int position = sequence.cached();
                int[] tokens = new int[count];
                int[] positions = new int[count];
                for (int i = 0; i < count; i++) {
                    tokens[i] = sequence.token(position + i);
                    positions[i] = position + i;
                }
                sequence.cache(count, slot);
                Tensor scores = forward(List.of(sequence), tokens, positions, slot);
                if (sequence.isDecoding()) {
                    choose(List.of(sequence), scores, sequence.row());
                }
                return;
            }
        }
    }

    /** Caches the last token of each sequence, and generates the next one. */
    private void decode() {
        List<Sequence> decoding = active().stream().filter(Sequence::isDecoding).toList();
        if (decoding.isEmpty()) {
            return;
        }
        int slot = (int) Math.floorMod(now, (long) model.capacity());
        int first = decoding.get(0).row();
        int count = decoding.get(decoding.size() - 1).row() - first + 1;
        int[] tokens = new int[count];
        int[] positions = new int[count];
        for (Sequence sequence : decoding) {
            tokens[sequence.row() - first] = sequence.token(sequence.cached());
            positions[sequence.row() - first] = sequence.cached();
            sequence.cache(1, slot);
        }
        List<Sequence> rows = Arrays.asList(sequences).subList(first, first + count);
        Tensor scores = forward(rows, tokens, positions, slot);
        now++;
        choose(decoding, scores, first);
    }

    private Tensor forward(List<Sequence> rows, int[] tokens, int[] positions, int slot) {
        int capacity = model.capacity();
        int[] slotPositions = new int[rows.size() * capacity];
        for (int i = 0; i < rows.size(); i++) {
            Sequence sequence = rows.get(i);
            if (sequence == null) {
                Arrays.fill(slotPositions, i * capacity, (i + 1) * capacity, -1);
            } else {
                System.arraycopy(sequence.slotPositions(), 0, slotPositions, i * capacity, capacity);
            }
        }
        int length = tokens.length / rows.size();
        return model.forward(
                Tensor.of(tokens, rows.size(), length),
                Tensor.of(positions, rows.size(), length),
                Tensor.of(slotPositions, rows.size(), capacity),
                rows.get(0).row(),
                slot);
    }

    /** Chooses the next token of sequences, and ends those that are complete. */
    private void choose(List<Sequence> chosen, Tensor scores, int firstRow) {
        int[] tokens = chooser.choose(chosen, scores, firstRow);
        for (int i = 0; i < tokens.length; i++) {
            Sequence sequence = chosen.get(i);
            Generation generation = sequence.generation();
            if (generation.isCanceled()) {
                finish(sequence, FinishReason.CANCELED);
                continue;
            }
            sequence.append(tokens[i]);
            if (generation.isStopped()) {
                finish(sequence, FinishReason.STOP);
            } else if (generation.count() >= generation.request().maxTokens()) {
                finish(sequence, FinishReason.LENGTH);
            } else if (sequence.isFull(now)) {
                finish(sequence, FinishReason.CAPACITY);
            }
        }
    }

    private void finish(Sequence sequence, FinishReason reason) {
        sequences[sequence.row()] = null;
        sequence.generation().finish(reason);
    }
}
