package io.graphkernel.runtime.internal.device;

/**
 * Functions of a {@link ContextDriver} for streams and events. A function that creates an object stores its handle
 * through its first argument.
 *
 * @param createStream takes flags
 * @param streamFlags flags of a stream
 * @param awaitEvent makes a stream wait for an event
 * @param createEvent takes flags; 0 for an event that has a time
 * @param createTail creates an event that may be recorded repeatedly, from flags
 * @param tailFlags flags of such an event
 * @param recordEvent takes the event and a stream
 * @param elapsedTime stores the milliseconds between two events, as a float, through its first argument
 */
public record StreamFunctions(
        NamedFunction createStream,
        int streamFlags,
        NamedFunction destroyStream,
        NamedFunction synchronizeStream,
        NamedFunction awaitEvent,
        NamedFunction createEvent,
        NamedFunction createTail,
        int tailFlags,
        NamedFunction destroyEvent,
        NamedFunction recordEvent,
        NamedFunction synchronizeEvent,
        NamedFunction elapsedTime) {

    /**
     * Function of a driver.
     *
     * @param name name in messages
     */
    public record NamedFunction(String name, long address) {}
}
