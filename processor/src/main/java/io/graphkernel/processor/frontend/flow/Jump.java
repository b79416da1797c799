package io.graphkernel.processor.frontend.flow;

import com.sun.source.util.TreePath;

/**
 * Statement that leaves statements around it.
 *
 * @param way {@code BREAK}, {@code CONTINUE} or {@code RETURN}, which is also that of {@code yield}
 * @param label label of the loop that it ends or continues; null without one
 * @param path the statement
 */
public record Jump(BodyState.Completion way, String label, TreePath path) {}
