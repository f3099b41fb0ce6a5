<?php
/**
 * What is protected: the owner's choice of pages, categories and post types, and what hangs on them (attachments,
 * revisions, comments).
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Decides about posts and queries.
 */
final class Lintel_Gate_Protection {
	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
	}

	/**
	 * Whether something is behind the gate.
	 *
	 * @param WP_Query|WP_Post|null $subject A post, a query, or null for the site itself.
	 */
	public static function is_protected( $subject = null ): bool {
		return (bool) apply_filters( 'lintel_gate_is_protected', 'site' === Lintel_Gate_Settings::get( 'scope' ), $subject );
	}
}
