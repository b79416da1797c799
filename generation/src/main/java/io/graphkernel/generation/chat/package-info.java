/** Chats: messages, templates that write them as prompts, and their continuation. */
@NullMarked
package io.graphkernel.generation.chat;

import org.jspecify.annotations.NullMarked;
