package io.graphkernel.conformance.element;

import org.junit.jupiter.api.Tag;

/** Attention over keys and values in f16, bf16 and i8 equals its definition in float64, and the bits of f32 keys. */
@Tag("slow")
@Tag("process")
class StoredKeysTest extends AttentionSuite {

    StoredKeysTest() {
        super("stored_keys", "StoredKeys", StoredKeysProgram.class);
    }
}
